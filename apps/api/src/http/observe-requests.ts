import { randomUUID } from 'node:crypto';
import { isPageAmong, pages, type Page } from '@foyer/contracts/pages';
import { trace } from '@opentelemetry/api';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { log } from '../observe/log.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Tracing } from '../observe/tracing.ts';
import { endpointOf, isProbe } from './endpoint-of.ts';
import { makeContext } from './request-context.ts';

const REQUEST_ID = /^[\w.-]{8,64}$/;
/** Other methods share one label in metrics, because scanners send arbitrary ones. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) => {
    if (isProbe(request)) return next();
    tracing.traceRequest(request, (end) => {
      response.once('close', () => end(routeOf(request), response.statusCode));
      next();
    });
  };
}

/** Logs the route's pattern instead of the URL, because paths and queries contain invitation codes and tokens. */
export function logRequests(request: Request, response: Response, next: NextFunction): void {
  const given = request.get('x-request-id');
  const id = given !== undefined && REQUEST_ID.test(given) ? given : randomUUID();
  const traceId = trace.getActiveSpan()?.spanContext().traceId;
  const requestLog = log.child({ requestId: id, ...(traceId && { traceId }) });
  request.context = makeContext(request, response, { id, log: requestLog });
  request.endpoint = endpointOf(request);
  response.setHeader('x-request-id', id);
  if (isProbe(request)) return next();
  const startedAt = performance.now();
  response.on('finish', () => {
    requestLog.info(
      {
        method: request.method,
        route: routeOf(request),
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
        address: request.context.address,
        userId: request.context.userId,
      },
      'request',
    );
  });
  next();
}

export function measureRequests(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    if (isProbe(request)) return next();
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

export function routeOf(request: Request): string {
  if (request.baseUrl === '/assets') return '/assets';
  const route: unknown = request.route;
  if (typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string')
    return route.path;
  const { method, path } = request;
  // A CORS preflight has the route of the request that it announces.
  const meant = method === 'OPTIONS' ? (request.get('access-control-request-method') ?? method) : method;
  return (
    endpointOf({ method: meant, path })?.path ?? (READS.has(method) ? pageAt(path) : undefined) ?? 'unknown'
  );
}

const READS = new Set(['GET', 'HEAD']);

function pageAt(path: string): Page | undefined {
  return Object.values(pages).find((page) => isPageAmong([page], path));
}
