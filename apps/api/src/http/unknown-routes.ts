import type { NextFunction, Request, Response } from 'express';
import { endpointOf } from './endpoint-of.ts';
import { Problem } from '../request/problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers 404 to every call that changes something and has no endpoint, before anything is counted, read or asked of the
 * database; and to addresses that Express' parser would change on the way to the router (`/login#x`), so that no part
 * sees another path than the others.
 */
export function rejectUnknownRoutes(request: Request, _response: Response, next: NextFunction): void {
  const isKnown = READS.has(request.method) || endpointOf(request) !== undefined;
  next(isKnown && isAsSent(request) ? undefined : new Problem('NotFound'));
}

/** A target in absolute form (RFC 9112 3.2.2) is taken apart by the parser and has no other path to compare with. */
function isAsSent({ originalUrl, path }: Request): boolean {
  return !originalUrl.startsWith('/') || originalUrl.split('?', 1)[0] === path;
}
