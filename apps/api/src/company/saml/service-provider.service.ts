import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Restriction } from '@foyer/catalog/subscription-states';
import { asksForLogin } from '@foyer/contracts/connected-apps/oauth';
import type { SamlLookupQuery, SamlLookupReply } from '@foyer/contracts/company/saml';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Problem } from '../../request/problem.ts';
import { restrictionProblems } from '../../identity/access.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { hashToken } from '../../request/secret-token.ts';
import { SessionService, type Session } from '../../identity/session.service.ts';
import { IdentityProvidersService, type IdentityProvider } from '../identity-providers.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { connectionOf } from './connection-of.ts';
import { RequestCookies } from './request-cookies.ts';
import { laneOf, OWN_LANE, SamlThreads } from './saml-threads.ts';

const YES = '1';
/** Sessions with these restrictions may make calls that need a step-up. */
const STEP_UP_RESTRICTIONS: readonly Restriction[] = ['billing', 'ended-member', 'second-factor'];

/** A placeholder in the metadata template, which has this text nowhere else. */
const NAME = 'name-of-the-identity-provider';

@Injectable()
export class ServiceProviderService {
  /** Apart from the name, metadata differs only by whether encryption is offered. */
  readonly #templates = new Map<boolean, Promise<string>>();

  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly identityProviders: IdentityProvidersService,
    private readonly cookies: RequestCookies,
    private readonly threads: SamlThreads,
    private readonly sessionCookie: SessionCookie,
    private readonly sessions: SessionService,
  ) {}

  /**
   * A step-up needs a session, and a test needs the session of the owner. Throws `InvalidCsrfToken` if a page of
   * another origin calls, because it could fill the browser with cookies.
   */
  async begin(idpName: string, query: SamlLookupQuery, request: RequestContext): Promise<SamlLookupReply> {
    if (isForeign(request)) throw new Problem('InvalidCsrfToken');
    const found = await this.identityProviders.find(idpName);
    const isTest = query.test === YES;
    if (!found || !(found.idp.isEnabled || isTest)) throw new Problem('IdpUnknown');
    const { idp } = found;
    const testedById = isTest ? await this.#requireOwner(idp, request) : null;
    const provesSession = !isTest && query.proof === YES ? await this.#sessionOf(idp, request) : null;
    const asked = { redirectTarget: query.redirect ?? '', testedById, provesSession };
    const requestId = newRequestId();
    const saml = await this.threads.run(
      'makeRequest',
      {
        connection: connectionOf(idp, this.identityProviders.serviceProviderOf(idp.name), []),
        requestId,
        forceAuthn: provesSession !== null || asksForLogin(asked.redirectTarget),
        privateKey: this.env.SAML_SIGNING_KEY[0].privateKey,
      },
      laneOf(idp.name, request.address),
    );
    const relayState = this.cookies.store(found, { ...asked, requestId }, request);
    return { saml, relayState, actionUrl: idp.singleSignOnUrl, samlType: 'SAMLRequest' };
  }

  /** SAML metadata 2.4.4 */
  async describe(idpName: string): Promise<string> {
    const found = await this.identityProviders.find(idpName);
    if (!found) throw new Problem('IdpUnknown');
    const { name, isAssertionEncrypted } = found.idp;
    const template = this.#templates.get(isAssertionEncrypted) ?? this.#makeTemplate(isAssertionEncrypted);
    this.#templates.set(isAssertionEncrypted, template);
    return (await template).replaceAll(NAME, name);
  }

  async #makeTemplate(isAssertionEncrypted: boolean): Promise<string> {
    const { entityId, acsUrl } = this.identityProviders.serviceProviderOf(NAME);
    try {
      return await this.threads.run(
        'makeMetadata',
        {
          serviceProvider: { entityId, acsUrl },
          privateKey: this.env.SAML_SIGNING_KEY[0].privateKey,
          certificates: this.env.SAML_SIGNING_KEY.map(({ certificate }) => certificate),
          isAssertionEncrypted,
        },
        OWN_LANE,
      );
    } catch (error) {
      this.#templates.delete(isAssertionEncrypted);
      throw error;
    }
  }

  /** Returns the hash of the session's token. Throws `IdpUnknown` if the user has no identity at the provider. */
  async #sessionOf(idp: IdentityProvider, request: RequestContext): Promise<string> {
    const { userId } = await this.#requireSession(request, STEP_UP_RESTRICTIONS);
    if (!(await this.identityProviders.knows(idp, userId))) throw new Problem('IdpUnknown');
    return Buffer.from(hashToken(this.sessionCookie.readToken(request) ?? '')).toString('base64url');
  }

  async #requireSession(request: RequestContext, alsoFor: readonly Restriction[] = []): Promise<Session> {
    const session = await this.sessions.find(request);
    if (!session) throw new Problem('SignInRequired');
    if (session.restrictedTo && !alsoFor.includes(session.restrictedTo))
      throw new Problem(restrictionProblems[session.restrictedTo]);
    return session;
  }

  async #requireOwner(idp: IdentityProvider, request: RequestContext): Promise<string> {
    const { userId } = await this.#requireSession(request);
    if (!(await this.identityProviders.isOwner(idp, userId))) throw new Problem('NotOwner');
    return userId;
  }
}

/** Unguessable, and does not start with a digit (SAML core 1.3.4). */
const newRequestId = () => `_${randomBytes(20).toString('hex')}`;

function isForeign(request: RequestContext): boolean {
  return ['cross-site', 'same-site'].includes(request.header('sec-fetch-site') ?? '');
}
