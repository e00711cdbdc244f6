import type { Request, RequestHandler } from 'express';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import type { RateLimiter, RateLimit } from './rate-limiter.ts';
import { networksOf } from './client-network.ts';
import { nameOf } from './endpoint-of.ts';
import { Problem } from '../request/problem.ts';

/** Limits per client network. Reads that write a row are counted, too. The reasons are in docs/flows/rate-limits.md. */
export const rateLimits: readonly (RateLimit & { of: Endpoint })[] = [
  { of: endpoints.login, calls: 300, seconds: 60 },
  { of: endpoints.passkeyLogin, calls: 300, seconds: 60 },
  { of: endpoints.loginSecondFactor, calls: 300, seconds: 60 },
  { of: endpoints.recoverFactor, calls: 30, seconds: 600 },
  { of: endpoints.registerByEmail, calls: 30, seconds: 600 },
  { of: endpoints.registerTeamMember, calls: 30, seconds: 600 },
  { of: endpoints.registerCollaborator, calls: 30, seconds: 600 },
  { of: endpoints.resendVerification, calls: 30, seconds: 600 },
  { of: endpoints.forgotPassword, calls: 30, seconds: 600 },
  { of: endpoints.changeAddress, calls: 30, seconds: 600 },
  { of: endpoints.resetPassword, calls: 60, seconds: 600 },
  { of: endpoints.requireTeamFactor, calls: 10, seconds: 600 },
  { of: endpoints.waiveTeamFactor, calls: 10, seconds: 600 },
  { of: endpoints.changeIdp, calls: 10, seconds: 600 },
  { of: endpoints.upgradePlan, calls: 30, seconds: 600 },
  { of: endpoints.observeConsent, calls: 60, seconds: 600 },
  { of: endpoints.downloadData, calls: 60, seconds: 600 },
  { of: endpoints.findIdp, calls: 600, seconds: 60 },
  { of: endpoints.findIdpDomain, calls: 600, seconds: 60 },
  { of: endpoints.oauthDecision, calls: 60, seconds: 60 },
  { of: endpoints.oauthToken, calls: 600, seconds: 60 },
  { of: endpoints.oauthRevoke, calls: 600, seconds: 60 },
  { of: endpoints.oauthIntrospect, calls: 6_000, seconds: 60 },
  // Other sites can make a browser send these, so they have a counter of their own.
  { of: endpoints.inviteToEvent, calls: 240, seconds: 60 },
  { of: endpoints.cspReport, calls: 60, seconds: 60 },
];
/** For all other calls that change something, together. */
export const otherRateLimit: RateLimit = { calls: 240, seconds: 60 };

/**
 * Not limited: reads (also by POST); the card provider's events, which come from a few addresses; and a company's
 * assertions, which come from one. Their signatures are proof enough, and verifying them waits in a fair queue
 * (features/saml/saml-threads.ts).
 */
export const unlimited: readonly Endpoint[] = [
  endpoints.stripeWebhook,
  endpoints.samlAcs,
  endpoints.oauthUserinfoByPost,
];

const limits = new Map(rateLimits.map(({ of, ...limit }) => [of, { name: nameOf(of), limit }]));
const others = { name: 'other', limit: otherRateLimit };

/** Limits calls per network, except those that `isCountedLater` leaves to a limit of their own. */
export function limitRates(
  counts: RateLimiter,
  isCountedLater: (request: Request) => boolean,
): RequestHandler {
  return async (request, _response, next) => {
    const { endpoint } = request;
    if (endpoint === undefined || isCountedLater(request)) return next();
    const retryAfterSeconds = await countOnNetwork(counts, endpoint, request);
    if (retryAfterSeconds === undefined) return next();
    throw tooMany(retryAfterSeconds);
  };
}

/** Counts a call for the client's network; above the limit it returns the seconds to wait. Reads are not counted. */
export async function countOnNetwork(
  counts: RateLimiter,
  endpoint: Endpoint,
  request: Request,
): Promise<number | undefined> {
  const limited = limitOf(endpoint);
  return limited && countOnNetworks(counts, limited.name, request.ip, limited.limit);
}

/**
 * Counts on the network and on the larger ones around it, one after the other: what a network is refused takes nothing from
 * its neighbours.
 */
export async function countOnNetworks(
  counts: RateLimiter,
  name: string,
  ip: string | undefined,
  { calls, seconds }: RateLimit,
): Promise<number | undefined> {
  for (const { network, times } of networksOf(ip ?? '')) {
    const retryAfterSeconds = await counts.count(`${name} ${network}`, { calls: calls * times, seconds });
    if (retryAfterSeconds !== undefined) return retryAfterSeconds;
  }
  return undefined;
}

export function tooMany(retryAfterSeconds: number): Problem {
  return new Problem('TooManyRequests', { retryAfterSeconds });
}

function limitOf(endpoint: Endpoint): { name: string; limit: RateLimit } | undefined {
  if (unlimited.includes(endpoint)) return undefined;
  return limits.get(endpoint) ?? (endpoint.method === 'GET' ? undefined : others);
}
