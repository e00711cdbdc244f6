import { Body, Controller, Param, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { domainOf } from '@foyer/contracts/email';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  askToBeInvitedReply,
  findIdpBody,
  findIdpDomainBody,
  findIdpDomainReply,
  findIdpReply,
  pendingSignInReply,
  samlLookupQuery,
  samlLookupReply,
  type FindIdpBody,
  type FindIdpDomainBody,
  type SamlLookupQuery,
} from '@foyer/contracts/company/saml';
import type { Request, Response } from 'express';
import { Problem } from '../../request/problem.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { SessionService } from '../../identity/session.service.ts';
import { PendingIdentitiesService } from '../decisions/pending-identities.service.ts';
import { IdentityProvidersService } from '../identity-providers.service.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CompanyProofService } from './company-proof.service.ts';
import { LookupService } from './lookup.service.ts';
import { MetadataService } from './metadata.service.ts';
import { RequestCookies } from './request-cookies.ts';
import { SamlGuard } from './saml.strategy.ts';
import { SignInService, type SignInResult } from './sign-in.service.ts';
import { SsoRefusedFilter } from './sso-refused.ts';
import type { Person } from './stages.ts';

@Controller()
export class SamlController {
  constructor(
    private readonly lookup: LookupService,
    private readonly metadata: MetadataService,
    private readonly requestCookies: RequestCookies,
    private readonly identityProviders: IdentityProvidersService,
    private readonly signIns: SignInService,
    private readonly proofs: CompanyProofService,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly pending: PendingIdentitiesService,
  ) {}

  /** `GET /idp/{idpName}`: what to post to the identity provider. 404 `IdpUnknown`. */
  @Route(endpoints.samlLookup, samlLookupReply)
  async begin(
    @Param('idpName') idpName: string,
    @Query({ schema: samlLookupQuery }) query: SamlLookupQuery,
    @CurrentRequest() request: RequestContext,
  ) {
    return this.lookup.begin(idpName, query, request);
  }

  /** `POST /idp`: the identity providers of an address's company, one a team. 404 `IdpUnknown`. */
  @Route(endpoints.findIdp, findIdpReply)
  async find(@Body({ schema: findIdpBody }) { email }: FindIdpBody) {
    const idpNames = await this.identityProviders.findNames(domainOf(email));
    const [idpName] = idpNames;
    if (idpName === undefined) throw new Problem('IdpUnknown');
    return idpNames.length > 1 ? { idpName, idpNames } : { idpName };
  }

  /** `POST /idp/domain`: whether a company's people sign in through it; the same for each address of a domain. */
  @Route(endpoints.findIdpDomain, findIdpDomainReply)
  async findDomain(@Body({ schema: findIdpDomainBody }) { domain }: FindIdpDomainBody) {
    return { hasSingleSignOn: (await this.identityProviders.findNames(domain)).length > 0 };
  }

  /** `POST /saml/{idpName}/acs`: 303 to the target, `/saml-error`, `/saml-overage`, `/saml-pending`, `/saml-suspended`, a test's report, or for a proof `/saml-proof/{outcome}`. */
  @Route(endpoints.samlAcs)
  @UseGuards(SamlGuard)
  @UseFilters(SsoRefusedFilter)
  async consume(@Req() request: Request & { user: Person }, @Res() response: Response): Promise<void> {
    const { answered } = request.user;
    const { sessionToken, location } = await (answered?.provesSession
      ? this.proofs.prove(request.user, request.context)
      : this.#signIn(request.user, request.context));
    this.sessionCookie.write(request.context, sessionToken);
    if (answered) this.requestCookies.forget(request.context, answered.relayState);
    response.redirect(303, location);
  }

  async #signIn(person: Person, request: RequestContext): Promise<SignInResult> {
    const signedIn = await this.signIns.signIn(person, request);
    const formerToken = this.sessionCookie.readToken(request);
    if (formerToken !== undefined) await this.sessions.end(formerToken);
    return signedIn;
  }

  /** `GET /pending-sign-in`: what the sign-in waits for that this browser came with. */
  @Route(endpoints.pendingSignIn, pendingSignInReply)
  async describePending(@CurrentRequest() request: RequestContext) {
    return this.pending.describe(request);
  }

  /** `POST /pending-sign-in/invitation`: asks the team's owner to invite its person. 404 `NotFound`. */
  @Route(endpoints.askToBeInvited, askToBeInvitedReply)
  async askToBeInvited(@CurrentRequest() request: RequestContext) {
    await this.pending.askToBeInvited(request);
    return {};
  }

  /** `GET /saml/{idpName}/metadata`: what the identity provider needs to know about us. 404 `IdpUnknown`. */
  @Route(endpoints.samlMetadata)
  async describe(@Param('idpName') idpName: string, @Res() response: Response): Promise<void> {
    response.type('application/samlmetadata+xml').send(await this.metadata.describe(idpName));
  }
}
