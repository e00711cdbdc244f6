import type { NextFunction, Request, Response } from 'express';
import type { ApiEnv } from '../config/env.ts';
import { isPage } from '@foyer/contracts/pages';
import { Problem } from '../request/problem.ts';
import { acceptsHtml, isRead } from './accepts-html.ts';

/**
 * Redirects a page to https if the visitor's request reached the proxy over plain http. Refuses all other such calls: a
 * redirect would hide that a client sends passwords and tokens in clear text (ASVS 4.1.2). Does nothing if the portal
 * itself uses http.
 */
export function refusePlainHttp({ PUBLIC_URL, TRUSTED_PROXY_HOPS }: ApiEnv) {
  const isHttps = PUBLIC_URL.protocol === 'https:';
  return (request: Request, response: Response, next: NextFunction): void => {
    const isPlain = isHttps && protocolOf(request.get('x-forwarded-proto'), TRUSTED_PROXY_HOPS) === 'http';
    if (!isPlain) next();
    else if (isRead(request) && isPage(request.path) && acceptsHtml(request))
      response.redirect(308, PUBLIC_URL.origin + request.originalUrl);
    else next(new Problem('HttpsRequired'));
  };
}

/**
 * Returns the visitor's protocol as the outermost trusted proxy reports it, or undefined without a trusted proxy. Each
 * proxy replaces the header or appends to it. Entries before that of the outermost trusted proxy come from the visitor.
 */
export function protocolOf(header: string | undefined, hops: number): string | undefined {
  if (header === undefined || hops === 0) return undefined;
  const said = header.split(',').map((entry) => entry.trim().toLowerCase());
  return said[Math.max(0, said.length - hops)];
}
