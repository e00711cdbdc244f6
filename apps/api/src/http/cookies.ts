import { parseCookie } from 'cookie';
import type { NextFunction, Request, Response } from 'express';

/** Fills `request.cookies`, where middleware expects them. */
export function readCookies(request: Request, _response: Response, next: NextFunction): void {
  request.cookies = parseCookie(request.headers.cookie ?? '');
  next();
}
