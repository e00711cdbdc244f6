import type { NextFunction, Request, Response } from 'express';
import type { ApiEnv } from '../config/env.ts';
import { Problem } from '../request/problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses what changes something where the proxy in front says that it came by plain http: a redirect would have the browser
 * send a password through the network once more. A portal at http, which production allows on localhost alone, knows no difference.
 */
export function refusePlainHttp({ PUBLIC_URL, TRUSTED_PROXY_HOPS }: ApiEnv) {
  const isHttps = PUBLIC_URL.protocol === 'https:';
  return (request: Request, _response: Response, next: NextFunction): void => {
    const isRefused =
      isHttps &&
      !READS.has(request.method) &&
      protocolOf(request.get('x-forwarded-proto'), TRUSTED_PROXY_HOPS) === 'http';
    next(isRefused ? new Problem('HttpsRequired') : undefined);
  };
}

/**
 * By which the visitor came, as the outermost trusted proxy says: each proxy replaces the header or adds to its end, so what stands
 * before the entries of ours is the visitor's own, and not believed. Nothing where no proxy is trusted.
 */
function protocolOf(header: string | undefined, hops: number): string | undefined {
  if (header === undefined || hops === 0) return undefined;
  const said = header.split(',').map((entry) => entry.trim().toLowerCase());
  return said[Math.max(0, said.length - hops)];
}
