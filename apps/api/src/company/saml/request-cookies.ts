import { Inject, Injectable } from '@nestjs/common';
import { open, seal } from '@foyer/mail/seal';
import { z } from 'zod';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { mintToken } from '../../request/secret-token.ts';
import { cookieName } from '../../request/cookie-name.ts';
import type { CookieAttributes, RequestContext } from '../../request/request-context.ts';
import type { ReadIdp } from '../identity-providers.service.ts';
import { CLOCK_SKEW_MS, REQUEST_LIFE_MS } from './saml-times.ts';

/** The maximum number of open sign-ins in one browser. The next one replaces the oldest. */
export const MAX_OPEN = 8;
/**
 * The maximum size of the cookies of all open sign-ins, in bytes of names and values. Browsers accept 4,096 for one
 * cookie (RFC 6265 6.1). Proxies accept about 8 kB for the header with all cookies of a site.
 */
export const MAX_BYTES = 4_096;

const PURPOSE = 'foyer saml request';

const pendingRequest = z.object({
  requestId: z.string(),
  identityProviderId: z.uuid(),
  redirectTarget: z.string(),
  /** The owner who made a test. A test reports what was received and starts no session. */
  testedById: z.uuid().nullable(),
  /** The session of a step-up, as the SHA-256 of its token. A step-up starts no session. */
  provesSession: z.base64url().nullable().default(null),
  /** On the database's clock. */
  expiresAt: z.coerce.date(),
});

export type PendingRequest = z.infer<typeof pendingRequest> & {
  relayState: string;
};

export type TestRequest = PendingRequest & { testedById: string };

const beganAt = ({ expiresAt }: PendingRequest): Date => new Date(expiresAt.getTime() - REQUEST_LIFE_MS);

/**
 * Returns whether the login came after the request, apart from the clock skew. A provider that ignores ForceAuthn
 * answers from an older login, which does not prove who uses the browser now.
 */
export function isLoginSince(pending: PendingRequest, loggedInAt: Date | undefined): boolean {
  return loggedInAt !== undefined && loggedInAt.getTime() + CLOCK_SKEW_MS >= beganAt(pending).getTime();
}

/**
 * Each `saml-{relayState}` cookie contains one whole request, sealed together with its RelayState. So a request needs
 * no database row, and an attacker cannot sign a visitor in with another person's assertion (docs/security.md 3.2,
 * "Login CSRF"). With HTTPS, the cookies have SameSite=None, because the identity provider's page posts from another
 * site.
 */
@Injectable()
export class RequestCookies {
  readonly #prefix: string;
  readonly #name: RegExp;
  readonly #options: CookieAttributes;

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    const isHttps = env.PUBLIC_URL.protocol === 'https:';
    this.#prefix = cookieName('saml-', isHttps);
    this.#name = new RegExp(`^${this.#prefix}[\\w-]{43}$`);
    this.#options = { httpOnly: true, secure: isHttps, sameSite: isHttps ? 'none' : 'lax', path: '/' };
  }

  /** Includes answered requests. */
  listOpen({ idp, now }: ReadIdp, request: RequestContext): PendingRequest[] {
    return this.#cookies(request)
      .flatMap(({ relayState, value }) => this.#open(relayState, value) ?? [])
      .filter(({ identityProviderId, expiresAt }) => identityProviderId === idp.id && expiresAt > now);
  }

  /**
   * Returns the RelayState. Removes expired and unreadable cookies and, above the limits, the oldest ones. Omits a
   * redirect target if the cookie would exceed `MAX_BYTES`.
   */
  store(
    { idp, now }: ReadIdp,
    asked: Pick<PendingRequest, 'requestId' | 'redirectTarget' | 'testedById' | 'provesSession'>,
    request: RequestContext,
  ): string {
    const expiresAt = new Date(now.getTime() + REQUEST_LIFE_MS);
    const stored = { ...asked, identityProviderId: idp.id, expiresAt };
    const relayState = mintToken();
    const name = this.#prefix + relayState;
    let value = this.#seal(relayState, stored);
    if (sizeOf(name, value) > MAX_BYTES) value = this.#seal(relayState, { ...stored, redirectTarget: '' });
    const others = this.#cookies(request)
      .map((cookie) => ({ ...cookie, expiresAt: this.#open(cookie.relayState, cookie.value)?.expiresAt }))
      .sort((a, b) => Number(b.expiresAt ?? 0) - Number(a.expiresAt ?? 0));
    let bytes = sizeOf(name, value);
    for (const [index, cookie] of others.entries()) {
      bytes += sizeOf(cookie.name, cookie.value);
      const isOver = !cookie.expiresAt || cookie.expiresAt <= now;
      if (isOver || index + 1 >= MAX_OPEN || bytes > MAX_BYTES) this.forget(request, cookie.relayState);
    }
    request.cookies.write(name, value, { ...this.#options, maxAge: REQUEST_LIFE_MS });
    return relayState;
  }

  forget(request: RequestContext, relayState: string): void {
    request.cookies.clear(this.#prefix + relayState, this.#options);
  }

  #seal(relayState: string, asked: Omit<PendingRequest, 'relayState'>): string {
    return seal(JSON.stringify(asked), PURPOSE, relayState, this.env.CSRF_SECRET[0] ?? '');
  }

  #open(relayState: string, value: string): PendingRequest | undefined {
    const text = open(value, PURPOSE, relayState, this.env.CSRF_SECRET);
    if (text === undefined) return undefined;
    // Another release may have sealed the request in another format.
    const read = pendingRequest.safeParse(JSON.parse(text));
    return read.success ? { ...read.data, relayState } : undefined;
  }

  #cookies(request: RequestContext): { name: string; relayState: string; value: string }[] {
    return Object.entries(request.cookies.all)
      .filter(([name]) => this.#name.test(name))
      .map(([name, value]) => ({ name, relayState: name.slice(this.#prefix.length), value }));
  }
}

function sizeOf(name: string, value: string): number {
  return name.length + value.length + 3;
}
