import type { NextFunction, Request, Response } from 'express';
import { asCaller } from '../database/callers.ts';
import { nameOf } from './endpoint-of.ts';

/** Counts the request's queries for its endpoint from here on. */
export function asEndpoint(request: Request, _response: Response, next: NextFunction): void {
  const { endpoint } = request;
  asCaller(endpoint ? nameOf(endpoint) : isProbe(request) ? request.path : 'pages', next);
}

/** A replica that is busy with one thing is ready for all others. */
const isProbe = ({ path }: Request): boolean => path === '/readyz';
