import type { RequestHandler } from 'express';
import type { Tracing } from '../observe/tracing.ts';
import { routeOf } from './request-log.ts';

/** Has each request answered in a trace. */
export function traceRequests(tracing: Tracing): RequestHandler {
  return (request, response, next) =>
    tracing.traceRequest(request, (end) => {
      response.once('close', () => end(routeOf(request), response.statusCode));
      next();
    });
}
