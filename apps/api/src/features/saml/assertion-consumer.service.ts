import { Inject, Injectable } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import { ssoChecks } from '@foyer/contracts/saml';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { BODY_TOO_LARGE } from '../../http/read-body.ts';
import { logOf } from '../../http/request-log.ts';
import { checksOfSignIn } from './all-checks.ts';
import { connectionOf } from './connection-of.ts';
import { CheckFailed, relayStateOf, type Examination } from './examination.ts';
import { IdentityProvidersService } from '../../accounts/identity-providers.service.ts';
import { RefusalRows } from './refusal-rows.ts';
import { SamlRequestsService } from './saml-requests.service.ts';
import { laneOf, SamlThreads } from './saml-threads.ts';
import { SelfTestService } from './self-test.service.ts';
import { SsoRefused } from './sso-refused.ts';

const MAX_FIELDS = 16;

/** Examines what identity providers have browsers post to `/saml/{idpName}/acs`. */
@Injectable()
export class AssertionConsumerService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly identityProviders: IdentityProvidersService,
    private readonly requests: SamlRequestsService,
    private readonly threads: SamlThreads,
    private readonly selfTest: SelfTestService,
    private readonly audit: AuditService,
    private readonly refusalRows: RefusalRows,
  ) {}

  /**
   * Runs all checks but "account" in their order. Gives an examination that has passed them; throws `SsoRefused`
   * otherwise, and always for an owner's test.
   */
  async examine(request: Request): Promise<Examination> {
    try {
      const examination = await this.#begin(request);
      if (examination.testedById !== undefined) return await this.selfTest.report(examination, request);
      const tools = { threads: this.threads };
      for (const check of checksOfSignIn) {
        await check(examination, tools);
        if (examination.testedById !== undefined) return await this.selfTest.report(examination, request);
      }
      return examination;
    } catch (error) {
      if (error instanceof CheckFailed) return this.refuse(error, request);
      throw error;
    }
  }

  /** Notes which check refused and why; the browser is only told that it did not work. */
  async refuse(failure: CheckFailed, request: Request, email?: string): Promise<never> {
    const reason = { check: failure.check, reason: failure.message, err: failure.cause };
    logOf(request).warn(reason, 'single sign-on refused');
    const event = { action: 'sso.login', outcome: failure.check, email } as const;
    const { statement, tell } = this.audit.recording(event, request);
    if (await this.refusalRows.take(request)) await this.prisma.$executeRaw(statement);
    tell();
    throw new SsoRefused(pages.samlError, failure.costs);
  }

  async #begin(request: Request): Promise<Examination> {
    const form = formOf(request.body);
    const found = await this.requests.findIdp(String(request.params['idpName']));
    if (!found) throw new CheckFailed(ssoChecks[0], 'There is no identity provider of this name.');
    const { idp, now } = found;
    const openRequests = this.requests.openAt(found, request);
    const pending = openRequests.find(({ relayState }) => relayState === relayStateOf(form));
    const serviceProvider = this.identityProviders.serviceProviderOf(idp.name);
    return {
      idp,
      serviceProvider,
      connection: connectionOf(idp, serviceProvider, this.env.SAML_SIGNING_KEY),
      now,
      hasQuery: request.originalUrl.includes('?'),
      form,
      openRequests,
      lane: laneOf(idp.name, request.ip),
      isVerified: false,
      ...(pending ? { request: pending } : {}),
      ...(pending?.testedById ? { testedById: pending.testedById } : {}),
    };
  }
}

function formOf(body: unknown): Examination['form'] {
  if (body === BODY_TOO_LARGE) return 'too large';
  if (!Buffer.isBuffer(body)) return undefined;
  const text = body.toString('utf8');
  // Counted first: taking a form apart costs more by the field than by the character.
  return text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS ? undefined : new URLSearchParams(text);
}
