import { Inject, Injectable } from '@nestjs/common';
import { OBSERVE_ANSWER_DAYS, OBSERVE_COOKIE, OBSERVE_TEXT_VERSION } from '@foyer/catalog/consents';
import type { TrackingAnswer } from '@foyer/contracts/page-values';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { cookieName } from '../request/cookie-name.ts';
import type { CookieAttributes, RequestContext } from '../request/request-context.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
/** `_dd_s` is from earlier releases of the monitoring library. */
const MONITORING_COOKIES = ['_dd_s_v2', '_dd_s'];

/**
 * Whether monitoring and analytics may run in a browser (docs/flows/observing.md). If consent is required, a cookie
 * stores the answer: `no`, or `yes.<version of the text>.<id of the consent>`. Scripts can read the cookie, so that
 * other tabs notice a change.
 */
@Injectable()
export class TrackingConsent {
  readonly #name: string;
  readonly #options: CookieAttributes;
  readonly #isAsked: boolean;

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    const isHttps = env.PUBLIC_URL.protocol === 'https:';
    const isConfigured = env.DATADOG_APPLICATION_ID !== '' || env.SEGMENT_WRITE_KEY !== '';
    this.#isAsked = env.OBSERVE_CONSENT === 'ask' && isConfigured;
    this.#name = cookieName(OBSERVE_COOKIE, isHttps);
    this.#options = {
      httpOnly: false,
      sameSite: 'lax',
      secure: isHttps,
      path: '/',
      maxAge: OBSERVE_ANSWER_DAYS * 86_400_000,
    };
  }

  /** Returns undefined if no consent is required, and `ask` if the visitor has not answered yet. */
  stateOf(request: RequestContext): TrackingAnswer | undefined {
    if (!this.#isAsked) return undefined;
    if (request.header('sec-gpc') === '1') return 'gpc';
    if (this.idOf(request) !== undefined) return 'yes';
    return request.cookies.all[this.#name] === 'no' ? 'no' : 'ask';
  }

  /** If false, the page's content security policy forbids the hosts of monitoring and analytics. */
  mayObserve(request: RequestContext): boolean {
    if (this.env.OBSERVE_CONSENT === 'off') return false;
    return !this.#isAsked || this.stateOf(request) === 'yes';
  }

  idOf(request: RequestContext): string | undefined {
    const [answer, version, id = ''] = request.cookies.all[this.#name]?.split('.') ?? [];
    return answer === 'yes' && version === OBSERVE_TEXT_VERSION && ID.test(id) ? id : undefined;
  }

  keep(request: RequestContext, id: string | undefined): void {
    const answer = id === undefined ? 'no' : `yes.${OBSERVE_TEXT_VERSION}.${id}`;
    request.cookies.write(this.#name, answer, this.#options);
  }

  /** Deletes the cookies of monitoring, which may have been set for a parent domain. */
  endTraces(request: RequestContext): void {
    if (this.env.OBSERVE_CONSENT === undefined || this.mayObserve(request)) return;
    for (const name of MONITORING_COOKIES) {
      if (request.cookies.all[name] === undefined) continue;
      const { maxAge: _life, ...options } = this.#options;
      for (const domain of domainsOf(this.env.PUBLIC_URL.hostname))
        request.cookies.clear(name, { ...options, ...(domain === undefined ? {} : { domain }) });
    }
  }
}

/** The `Domain` attributes that a cookie of a host can have: none, the host and its parent domains. */
function domainsOf(host: string): (string | undefined)[] {
  const labels = host.split('.');
  return [undefined, ...labels.slice(0, -1).map((_label, index) => labels.slice(index).join('.'))];
}
