import { Inject, Injectable } from '@nestjs/common';
import type { SamlLookupQuery, SamlLookupReply } from '@foyer/contracts/saml';
import { PrismaClient } from '@foyer/db/client';
import type { Request, Response } from 'express';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Refusal } from '../../http/refusal.ts';
import { SessionCookie } from '../../session/session-cookie.ts';
import { SessionService } from '../../session/session.service.ts';
import { BindingCookie } from './binding-cookie.ts';
import {
  IdentityProvidersService,
  type IdentityProvider,
} from '../../accounts/identity-providers.service.ts';
import { connectionOf } from './connection-of.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { SamlThreads } from './saml-threads.ts';

const TEST = '1';

/** Begins sign-ins at identity providers. */
@Injectable()
export class LookupService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly identityProviders: IdentityProvidersService,
    private readonly requests: SamlRequestsService,
    private readonly threads: SamlThreads,
    private readonly binding: BindingCookie,
    private readonly sessionCookie: SessionCookie,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Asks an identity provider for a sign-in: what the browser is to post to it. Throws `IdpUnknown`, and for a test
   * `SignInRequired` and `NotOwner`.
   */
  async begin(
    idpName: string,
    query: SamlLookupQuery,
    request: Request,
    response: Response,
  ): Promise<SamlLookupReply> {
    const idp = await this.identityProviders.find(idpName);
    const isTest = query.test === TEST;
    if (!idp || !(idp.isEnabled || isTest)) throw new Refusal('IdpUnknown');
    const testedById = isTest ? await this.#requireOwner(idp, request) : null;
    const { requestId, relayState } = await this.requests.create({
      identityProviderId: idp.id,
      bindingHash: this.binding.ensure(request, response),
      redirectTarget: query.redirect ?? '',
      testedById,
    });
    const saml = await this.threads.run('makeRequest', {
      connection: connectionOf(idp, this.identityProviders.serviceProviderOf(idp.name)),
      requestId,
      privateKey: this.env.SAML_SIGNING_KEY[0].privateKey,
    });
    return { saml, relayState, actionUrl: idp.singleSignOnUrl, samlType: 'SAMLRequest' };
  }

  /** Our metadata for an identity provider. Throws `IdpUnknown`. */
  async describe(idpName: string): Promise<string> {
    const idp = await this.identityProviders.find(idpName);
    if (!idp) throw new Refusal('IdpUnknown');
    return this.threads.run('makeMetadata', {
      connection: connectionOf(idp, this.identityProviders.serviceProviderOf(idp.name)),
      privateKey: this.env.SAML_SIGNING_KEY[0].privateKey,
      certificates: this.env.SAML_SIGNING_KEY.map(({ certificate }) => certificate),
    });
  }

  async #requireOwner(idp: IdentityProvider, request: Request): Promise<string> {
    const token = this.sessionCookie.readToken(request);
    const session = token === undefined ? undefined : await this.sessions.find(token);
    if (!session || session.restrictedTo) throw new Refusal('SignInRequired');
    const owned = await this.prisma.team.count({ where: { id: idp.teamId, ownerId: session.userId } });
    if (owned === 0) throw new Refusal('NotOwner');
    return session.userId;
  }
}
