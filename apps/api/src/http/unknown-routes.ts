import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../request/problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 404 to state-changing calls without an endpoint, before anything is counted, read or queried; and to
 * request targets that Express' parser would change before routing (`/login#x`), so that all middleware sees the same
 * path.
 */
export function rejectUnknownRoutes(request: Request, _response: Response, next: NextFunction): void {
  const isKnown = READS.has(request.method) || request.endpoint !== undefined;
  next(isKnown && isAsSent(request) ? undefined : new Problem('NotFound'));
}

/**
 * Returns whether the path is as it was sent. The parser splits a target in absolute form (RFC 9112 3.2.2), so there is no path
 * to compare.
 */
function isAsSent({ originalUrl, path }: Request): boolean {
  return !originalUrl.startsWith('/') || originalUrl.split('?', 1)[0] === path;
}
