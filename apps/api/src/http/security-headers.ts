import { endpoints } from '@foyer/contracts/endpoints';
import { pages } from '@foyer/contracts/pages';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { ApiEnv } from '../config/env.ts';
import { POLICY_OF_ANSWERS } from './content-security-policy.ts';

const TWO_YEARS_SECONDS = 63_072_000;

/** Passkeys are made and asked for by our own pages, and by no frame in them. */
const PERMISSIONS = [
  ...['camera=()', 'geolocation=()', 'microphone=()', 'payment=(self)'],
  ...['publickey-credentials-create=(self)', 'publickey-credentials-get=(self)'],
].join(', ');

/** Headers of docs/security.md 5.4 for every answer. Pages replace the policy by one of their own. */
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
  return (request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', POLICY_OF_ANSWERS);
    response.setHeader('Permissions-Policy', PERMISSIONS);
    response.setHeader('Reporting-Endpoints', `csp="${endpoints.cspReport.path}"`);
    setHeaders(request, response, () => {
      // An app may open the consent page as a popup and wait for it (decision 41). Nothing secret is typed there.
      if (request.path === pages.oauthAuthorize)
        response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
      next();
    });
  };
}
