import type { RequestHandler } from 'express';
import { endpoints } from '@foyer/contracts/endpoints';
import { pages } from '@foyer/contracts/pages';
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
  [endpoints.samlLookup.path]: { calls: 240, seconds: 60 },
  [endpoints.samlAcs.path]: { calls: 240, seconds: 60 },
  [endpoints.oauthDecision.path]: { calls: 60, seconds: 60 },
  [endpoints.oauthToken.path]: { calls: 600, seconds: 60 },
  [endpoints.oauthRevoke.path]: { calls: 600, seconds: 60 },
  [endpoints.oauthIntrospect.path]: { calls: 6_000, seconds: 60 },
};
/** Reading is free, but for what writes a row in passing. */
const LIMITED_READS = new Set<string>([endpoints.samlLookup.path]);
/** For every other call that changes something. */
export const otherRateLimit = { calls: 240, seconds: 60 };

const ASSERTION_CONSUMER = pathPattern(endpoints.samlAcs.path);

/** All of the card provider's events come from a few addresses; their signature is proof enough. */
const UNLIMITED = new Set<string>([endpoints.stripeWebhook.path]);

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
    isRead: LIMITED_READS.has(path),
    pattern: pathPattern(path),
    limiter: limiterFor(path, limit),
  }));
  const others = limiterFor('other', otherRateLimit);
  return (request, response, next) => {
    const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method);
    const own = limiters.find((one) => one.isRead === isRead && one.pattern.test(request.path));
    if (UNLIMITED.has(request.path) || (isRead && !own)) return next();
    (own?.limiter ?? others).consume(networkOf(request.ip ?? '')).then(
      () => next(),
      (refused: unknown) => {
        if (!(refused instanceof RateLimiterRes)) return next(refused);
        // The assertion consumer is opened by people, who can do nothing with a refusal as JSON.
        if (ASSERTION_CONSUMER.test(request.path)) return response.redirect(303, pages.samlError);
        next(new Refusal('TooManyRequests', { retryAfterSeconds: Math.ceil(refused.msBeforeNext / 1000) }));
      },
    );
  };
}
