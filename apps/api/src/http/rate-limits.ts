import type { RequestHandler } from 'express';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './client-network.ts';
import { pathPattern } from './path-pattern.ts';
import { Refusal } from './refusal.ts';

/** Calls per client address: so many in so many seconds. Written for people in docs/flows/rate-limits.md. */
export const rateLimits: Record<string, { calls: number; seconds: number }> = {
  [endpoints.login.path]: { calls: 60, seconds: 60 },
  [endpoints.registerByEmail.path]: { calls: 30, seconds: 600 },
  [endpoints.resendVerification.path]: { calls: 30, seconds: 600 },
  [endpoints.forgotPassword.path]: { calls: 30, seconds: 600 },
  [endpoints.resetPassword.path]: { calls: 60, seconds: 600 },
  [endpoints.upgradePlan.path]: { calls: 30, seconds: 600 },
  [endpoints.findIdp.path]: { calls: 60, seconds: 60 },
  [endpoints.oauthDecision.path]: { calls: 60, seconds: 60 },
  [endpoints.oauthToken.path]: { calls: 600, seconds: 60 },
  [endpoints.oauthRevoke.path]: { calls: 600, seconds: 60 },
  [endpoints.oauthIntrospect.path]: { calls: 6_000, seconds: 60 },
};
/** For every other call that changes something. */
export const otherRateLimit = { calls: 240, seconds: 60 };

/**
 * All of the card provider's events come from a few addresses, and a whole company's people from one: signatures are
 * proof enough, and what they cost waits in a fair queue (features/saml/saml-threads.ts).
 */
const UNLIMITED = [endpoints.stripeWebhook.path, endpoints.samlAcs.path].map(pathPattern);

/** Of the table that the library counts in; its shape is the library's, made by our migration. */
const TABLE = 'rate_limits';

/**
 * Refuses a client address that calls too often, counted in Postgres for all replicas together. `factor` multiplies
 * every limit: specs and benches send all their calls from one address.
 */
export function limitRates(pool: Pool, factor: number): RequestHandler {
  const limiterFor = (keyPrefix: string, { calls, seconds }: { calls: number; seconds: number }) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: TABLE,
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points: calls * factor,
      duration: seconds,
      inMemoryBlockOnConsumed: calls * factor,
    });
  const limiters = Object.entries(rateLimits).map(([path, limit]) => ({
    pattern: pathPattern(path),
    limiter: limiterFor(path, limit),
  }));
  const others = limiterFor('other', otherRateLimit);
  return (request, _response, next) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    if (isRead || UNLIMITED.some((pattern) => pattern.test(request.path))) return next();
    const own = limiters.find((one) => one.pattern.test(request.path));
    (own?.limiter ?? others).consume(networkOf(request.ip ?? '')).then(
      () => next(),
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        next(new Refusal('TooManyRequests', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) }));
      },
    );
  };
}
