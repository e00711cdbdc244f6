import type { Request, RequestHandler } from 'express';
import type { Endpoint } from '@foyer/contracts/endpoints';
import { callLimits, otherCallLimit, uncountedCalls, type Limit } from '../config/limits.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { networksOf } from './client-network.ts';
import { nameOf } from './endpoint-of.ts';
import { Problem } from '../request/problem.ts';

const ownLimits = new Map(callLimits.map(({ of, ...limit }) => [of, { name: nameOf(of), limit }]));
const others = { name: 'other', limit: otherCallLimit };

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

export async function countOnNetwork(
  counts: RateLimiter,
  endpoint: Endpoint,
  request: Request,
): Promise<number | undefined> {
  const limited = limitOf(endpoint);
  return limited && countOnNetworks(counts, limited.name, request.ip, limited.limit);
}

/**
 * Counts a call for a network and then for each larger network that contains it. If a network is over its limit, the
 * larger ones do not count the call, so that the refused network does not use up the limit of its neighbors.
 */
export async function countOnNetworks(
  counts: RateLimiter,
  name: string,
  ip: string | undefined,
  { size, seconds }: Limit,
): Promise<number | undefined> {
  for (const { network, times } of networksOf(ip ?? '')) {
    const retryAfterSeconds = await counts.count(`${name} ${network}`, { size: size * times, seconds });
    if (retryAfterSeconds !== undefined) return retryAfterSeconds;
  }
  return undefined;
}

export function tooMany(retryAfterSeconds: number): Problem {
  return new Problem('TooManyRequests', { retryAfterSeconds });
}

function limitOf(endpoint: Endpoint): { name: string; limit: Limit } | undefined {
  if (uncountedCalls.includes(endpoint)) return undefined;
  return ownLimits.get(endpoint) ?? (endpoint.method === 'GET' ? undefined : others);
}
