import { Injectable } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import type { NextFunction, Request, Response } from 'express';
import { AppOrigins, webOriginsOf } from './app-origins.service.ts';

/**
 * The calls that scripts of an app's pages may make, besides reading the metadata. RFC 9700 2.6 excludes the consent
 * page.
 */
const CALLS_FROM_PAGES = new Map<string, string>([
  [endpoints.oauthToken.path, 'POST'],
  [endpoints.oauthRevoke.path, 'POST'],
  [endpoints.oauthUserinfo.path, 'GET, POST'],
]);

const PREFLIGHT_LIFE_SECONDS = 600;

@Injectable()
export class CrossOrigin {
  constructor(private readonly origins: AppOrigins) {}

  readonly answer = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const methods = CALLS_FROM_PAGES.get(request.path);
    if (request.path === endpoints.oauthMetadata.path) response.setHeader('Access-Control-Allow-Origin', '*');
    else if (methods === undefined) return next();
    else await this.#allowOrigin(request, response);
    if (request.method !== 'OPTIONS') return next();
    response.setHeader('Access-Control-Allow-Methods', methods ?? 'GET');
    response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
    response.setHeader('Access-Control-Max-Age', PREFLIGHT_LIFE_SECONDS);
    response.status(204).end();
  };

  /** Allows the origins of all enabled apps, because the calling app is not known yet. */
  async #allowOrigin(request: Request, response: Response): Promise<void> {
    response.vary('Origin');
    const origin = request.get('origin');
    if (origin === undefined || !(await this.origins.has(origin))) return;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After');
  }
}

/**
 * Call this when the calling app is known, before private data is written. Only the origins of this app may then read
 * the answer.
 */
export function restrictToOriginsOf(app: { redirectUris: readonly string[] }, request: Request): void {
  const allowed = request.res?.getHeader('Access-Control-Allow-Origin');
  if (typeof allowed === 'string' && !webOriginsOf(app.redirectUris).includes(allowed))
    request.res?.removeHeader('Access-Control-Allow-Origin');
}
