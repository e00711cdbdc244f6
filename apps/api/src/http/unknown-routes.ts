import type { NextFunction, Request, Response } from 'express';
import { Problem } from '../request/problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Runs before calls are counted and bodies are read. Also rejects request targets that Express' parser would change
 * (`/login#x`), so that all middleware sees the same path.
 */
export function rejectUnknownRoutes(request: Request, _response: Response, next: NextFunction): void {
  const isKnown = READS.has(request.method) || request.endpoint !== undefined;
  next(isKnown && isAsSent(request) ? undefined : new Problem('NotFound'));
}

/**
 * Returns true without a comparison for a target that does not begin with a slash, such as one in absolute form (RFC
 * 9112 3.2.2).
 */
function isAsSent({ originalUrl, path }: Request): boolean {
  return !originalUrl.startsWith('/') || originalUrl.split('?', 1)[0] === path;
}
