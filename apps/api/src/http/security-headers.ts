import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { endpoints } from '@foyer/contracts/endpoints';
import { pages } from '@foyer/contracts/pages';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { ApiEnv } from '../config/env.ts';
import { contentSecurityPolicyOf, policyKindOf, type PolicyKind } from './content-security-policy.ts';

const nonces = new WeakMap<ServerResponse, string>();

/** The nonce of this answer's scripts and styles (CSP). */
export function nonceOf(response: ServerResponse): string {
  return nonces.get(response) ?? '';
}

const TWO_YEARS_SECONDS = 63_072_000;

/** Headers of docs/security.md 5.4 for every answer; each answer has a nonce of its own. */
export function securityHeaders(env: ApiEnv) {
  const isHttps = env.PUBLIC_URL.protocol === 'https:';
  const setHeaders = helmet({
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps && { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  });
  // An app may open the consent page as a popup and wait for it (decision 41). Nothing secret is typed there.
  const keepOpener: RequestHandler = (request, response, next) => {
    if (request.path === pages.oauthAuthorize)
      response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
    next();
  };
  const policyOf = (kind: PolicyKind) => contentSecurityPolicyOf(kind, env, nonceOf);
  const policies = { ordinary: policyOf('ordinary'), cards: policyOf('cards'), alone: policyOf('alone') };
  return (request: Request, response: Response, next: NextFunction): void => {
    nonces.set(response, randomBytes(16).toString('base64url'));
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(self)');
    response.setHeader('Reporting-Endpoints', `csp="${endpoints.cspReport.path}"`);
    setHeaders(request, response, () =>
      keepOpener(request, response, () => policies[policyKindOf(request.path)](request, response, next)),
    );
  };
}
