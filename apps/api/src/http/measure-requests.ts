import type { RequestHandler } from 'express';
import { routeOf } from './request-log.ts';
import type { Metrics } from '../observe/metrics.ts';

/** Other methods share one label: scanners invent as many as they like. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Counts and times every request that was answered. */
export function measureRequests(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    response.once('finish', () =>
      metrics.countRequest({
        method: METHODS.has(request.method) ? request.method : 'other',
        route: routeOf(request),
        status: response.statusCode,
        seconds: (performance.now() - startedAt) / 1000,
      }),
    );
    next();
  };
}
