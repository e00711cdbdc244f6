import { endpoints, type Endpoint } from '@foyer/contracts/endpoints';
import { pathPattern } from '@foyer/contracts/path-pattern';
import type { NextFunction, Request, Response } from 'express';
import { asCaller } from '../database/callers.ts';

const isFixed = ({ path }: Endpoint): boolean => !path.includes(':');

const fixed = new Map<string, Endpoint>(
  Object.values(endpoints)
    .filter(isFixed)
    .map((endpoint) => [nameOf(endpoint), endpoint]),
);
const others = Object.values(endpoints)
  .filter((endpoint) => !isFixed(endpoint))
  .map((endpoint) => ({ endpoint, pattern: pathPattern(endpoint.path) }));

export function nameOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/**
 * Finds the endpoint as the router does: routes are strict and case-sensitive (build-app.ts), and HEAD is answered as
 * GET. Rate limits use the result, so that no spelling of a URL avoids them (invariant 13 of docs/security.md).
 */
export function endpointOf(asked: { method: string; path: string }): Endpoint | undefined {
  const method = asked.method === 'HEAD' ? 'GET' : asked.method;
  return (
    fixed.get(nameOf({ method, path: asked.path })) ??
    others.find(({ endpoint, pattern }) => endpoint.method === method && pattern.test(asked.path))?.endpoint
  );
}

/** Makes the request's queries use its endpoint's share of the pool, or the share of `pages` (database/callers.ts). */
export function asEndpoint(request: Request, _response: Response, next: NextFunction): void {
  const { endpoint } = request;
  asCaller(endpoint ? nameOf(endpoint) : 'pages', next);
}

const PROBES = new Set(['/healthz', '/readyz']);

export function isProbe({ method, path }: { method: string; path: string }): boolean {
  return method === 'GET' && PROBES.has(path);
}
