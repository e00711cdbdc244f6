import type { NextFunction, Request, Response } from 'express';
import type { ApiEnv } from '../config/env.ts';
import { isPage } from '@foyer/contracts/pages';
import { Problem } from '../request/problem.ts';
import { acceptsHtml, isRead } from './accepts-html.ts';

/**
 * Leads pages to https where the proxy in front says that they were asked for by plain http, and refuses every other call:
 * a redirect would have browsers and apps send passwords and tokens through the network readable, unnoticed (ASVS 4.1.2).
 * A portal at http, which production allows on localhost alone, knows no difference.
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
 * By which the visitor came, as the outermost trusted proxy says: each proxy replaces the header or adds to its end, so what stands
 * before the entries of ours is the visitor's own, and not believed. Nothing where no proxy is trusted.
 */
export function protocolOf(header: string | undefined, hops: number): string | undefined {
  if (header === undefined || hops === 0) return undefined;
  const said = header.split(',').map((entry) => entry.trim().toLowerCase());
  return said[Math.max(0, said.length - hops)];
}
