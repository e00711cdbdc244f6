import { sentence } from '@foyer/catalog/words/sentence';
import { Inject, Injectable } from '@nestjs/common';
import { ssoChecks } from '@foyer/contracts/company/saml';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { BODY_TOO_LARGE } from '../../http/read-body.ts';
import { Problem } from '../../request/problem.ts';
import { form } from './checks/form.ts';
import { isTest, requireOpenRequest } from './checks/request.ts';
import { CheckFailed } from './check.ts';
import { connectionOf } from './connection-of.ts';
import type { Verdict } from './examine.ts';
import { QueueFull } from './fair-queue.ts';
import { IdentityProvidersService } from '../identity-providers.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { outcomeOf, type Report } from './report.ts';
import { Rejections } from './rejections.ts';
import { RequestCookies } from './request-cookies.ts';
import { TaskEnded } from './limited-thread.ts';
import { laneOf, SamlThreads, type Lane } from './saml-threads.ts';
import { SelfTestService } from './self-test.service.ts';
import { SsoRedirect } from './sso-redirect.ts';
import type { VerifiedSignIn, Posted } from './stages.ts';

const MAX_FIELDS = 16;

type PostedCall = { idpName: string; body: unknown };

@Injectable()
export class AssertionConsumerService {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly identityProviders: IdentityProvidersService,
    private readonly cookies: RequestCookies,
    private readonly threads: SamlThreads,
    private readonly selfTest: SelfTestService,
    private readonly rejections: Rejections,
  ) {}

  /** Runs all checks but "account". Throws `SsoRedirect` if a check fails, and after every owner's test. */
  async examine(call: PostedCall, request: RequestContext): Promise<VerifiedSignIn> {
    let isStepUp = false;
    let idpName: string | undefined;
    try {
      const posted = await this.#receive(call, request);
      idpName = posted.idp.name;
      isStepUp = posted.openRequests.some(
        ({ relayState, provesSession }) => relayState === posted.relayState && provesSession !== null,
      );
      if (!posted.test) {
        form(posted);
        requireOpenRequest(posted);
      }
      const verdict = await this.#examineInThread(posted, laneOf(posted.idp.name, request.address));
      if ('passed' in verdict) return verdict.passed;
      if ('tested' in verdict)
        throw new SsoRedirect(await this.selfTest.store(posted.idp, verdict.tested, request));
      const { check, said, problemCode } = verdict.failed;
      throw new CheckFailed(check, said, { problemCode });
    } catch (error) {
      if (error instanceof CheckFailed)
        return this.rejections.reject(error, request, { idpName, ...(isStepUp ? { proof: 'refused' } : {}) });
      throw error;
    }
  }

  /** If the queue is full or the document exceeds the thread's limits, the check "xml" fails. */
  async #examineInThread(posted: Posted, lane: Lane): Promise<Verdict> {
    try {
      return await this.threads.run('examine', posted, lane);
    } catch (error) {
      const cause = error instanceof Problem ? error.cause : error;
      const isFull = cause instanceof QueueFull;
      if (!isFull && !(cause instanceof TaskEnded)) throw cause;
      const said = [
        isFull
          ? sentence(
              'company.assertionConsumer.tooManyWaiting',
              'Too many responses are being processed. Try again in a moment.',
            )
          : sentence(
              'company.assertionConsumer.readLimitReached',
              'Reading the response took too much time or memory.',
            ),
      ];
      if (!posted.test)
        throw new CheckFailed('xml', said, {
          cause,
          problemCode: isFull ? 'TooManyRequests' : 'MalformedBody',
        });
      const checks: Report['checks'] = [{ check: 'xml', ...outcomeOf('failed', said) }];
      return { tested: { test: posted.test, report: { checks, received: [] }, person: undefined } };
    }
  }

  async #receive({ idpName, body }: PostedCall, request: RequestContext): Promise<Posted> {
    const sent = formOf(body);
    const relayState = typeof sent === 'object' ? sent.relayStates[0] : undefined;
    const found = await this.identityProviders.find(idpName);
    if (!found)
      throw new CheckFailed(ssoChecks[0], [
        sentence('company.assertionConsumer.unknownIdp', 'There’s no identity provider with this name.'),
      ]);
    const { idp, now } = found;
    const openRequests = this.cookies.listOpen(found, request);
    const serviceProvider = this.identityProviders.serviceProviderOf(idp.name);
    return {
      idp,
      serviceProvider,
      connection: connectionOf(idp, serviceProvider, this.env.SAML_SIGNING_KEY),
      now,
      hasQuery: request.url.includes('?'),
      form: sent,
      relayState,
      openRequests,
      test: openRequests.filter(isTest).find((one) => one.relayState === relayState),
    };
  }
}

function formOf(body: unknown): Posted['form'] {
  if (body === BODY_TOO_LARGE) return 'too large';
  if (!Buffer.isBuffer(body)) return undefined;
  const text = body.toString('utf8');
  // The cost of a form depends more on its number of fields than on its length, so the number is checked before
  // parsing.
  if (text.split('&', MAX_FIELDS + 1).length > MAX_FIELDS) return undefined;
  const fields = new URLSearchParams(text);
  return { responses: fields.getAll('SAMLResponse'), relayStates: fields.getAll('RelayState') };
}
