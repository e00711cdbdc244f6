import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../request/problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 404 to state-changing calls without an endpoint, before they are counted and their bodies are read. Rejects
 * request targets that Express' parser would change (`/login#x`), so that all middleware sees the same path.
 */
export function rejectUnknownRoutes(request: Request, _response: Response, next: NextFunction): void {
  const isKnown = READS.has(request.method) || request.endpoint !== undefined;
  next(isKnown && isAsSent(request) ? undefined : new Problem('NotFound'));
}

/**
 * Returns whether the path equals the one that was sent. Returns true for a target that does not begin with a slash,
 * such as one in absolute form (RFC 9112 3.2.2), without comparing it.
 */
function isAsSent({ originalUrl, path }: Request): boolean {
  return !originalUrl.startsWith('/') || originalUrl.split('?', 1)[0] === path;
}
