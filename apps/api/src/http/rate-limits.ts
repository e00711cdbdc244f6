import type { Request, RequestHandler, Response } from 'express';
import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { pages } from '@foyer/contracts/pages';
import type { CallCounts, CallLimit } from './call-counts.ts';
import { networkOf } from './client-network.ts';
import { endpointOf, nameOf } from './endpoint-of.ts';
import { Refusal } from './refusal.ts';

/**
 * Calls per client network, reading that writes a row in passing among them. Written for people, with the reasons, in
 * docs/flows/rate-limits.md.
 */
export const rateLimits: readonly (CallLimit & { of: Endpoint })[] = [
  { of: endpoints.login, calls: 300, seconds: 60 },
  { of: endpoints.registerByEmail, calls: 30, seconds: 600 },
  { of: endpoints.resendVerification, calls: 30, seconds: 600 },
  { of: endpoints.forgotPassword, calls: 30, seconds: 600 },
  { of: endpoints.resetPassword, calls: 60, seconds: 600 },
  { of: endpoints.upgradePlan, calls: 30, seconds: 600 },
  { of: endpoints.findIdp, calls: 600, seconds: 60 },
  { of: endpoints.samlLookup, calls: 240, seconds: 60 },
  { of: endpoints.samlAcs, calls: 240, seconds: 60 },
  { of: endpoints.oauthDecision, calls: 60, seconds: 60 },
  { of: endpoints.oauthToken, calls: 600, seconds: 60 },
  { of: endpoints.oauthRevoke, calls: 600, seconds: 60 },
  { of: endpoints.oauthIntrospect, calls: 6_000, seconds: 60 },
];
/** For all other calls that change something, together. */
export const otherRateLimit: CallLimit = { calls: 240, seconds: 60 };

/** All of the card provider's events come from a few addresses; their signature is proof enough. */
const UNLIMITED: readonly Endpoint[] = [endpoints.stripeWebhook];

const limits = new Map(rateLimits.map(({ of, ...limit }) => [of, { name: nameOf(of), limit }]));
const others = { name: 'other', limit: otherRateLimit };

/** Refuses a client that calls an endpoint too often. Other reading is free. */
export function limitRates(counts: CallCounts): RequestHandler {
  return async (request, response, next) => {
    const endpoint = endpointOf(request);
    const { name, limit } = limitOf(endpoint) ?? {};
    if (name === undefined || limit === undefined) return next();
    const retryAfterSeconds = await counts.count(`${name} ${clientOf(request)}`, limit);
    if (retryAfterSeconds === undefined) return next();
    refuse(endpoint, response, retryAfterSeconds);
  };
}

function limitOf(endpoint: Endpoint | undefined): { name: string; limit: CallLimit } | undefined {
  if (endpoint === undefined || UNLIMITED.includes(endpoint)) return undefined;
  return limits.get(endpoint) ?? (endpoint.method === 'GET' ? undefined : others);
}

/** On whom a call is counted. */
function clientOf(request: Request): string {
  return networkOf(request.ip ?? '');
}

/** The assertion consumer is opened by people, who can do nothing with a refusal as JSON. */
function refuse(endpoint: Endpoint | undefined, response: Response, retryAfterSeconds: number): void {
  if (endpoint === endpoints.samlAcs) return response.redirect(303, pages.samlError);
  throw new Refusal('TooManyRequests', { retryAfterSeconds });
}
