import { parseCookie } from 'cookie';
import type { NextFunction, Request, Response } from 'express';

/** Fills `request.cookies`, where middleware expects them. */
export function readCookies(request: Request, _response: Response, next: NextFunction): void {
  request.cookies = parseCookie(request.headers.cookie ?? '');
  next();
}

/**
 * Cookies of ours are `__Host-` ones wherever the portal has https; plain http is for localhost only
 * (docs/product.md 10).
 */
export function cookieName(name: string, isHttps: boolean): string {
  return isHttps ? `__Host-${name}` : name;
}
