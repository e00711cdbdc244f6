import { endpoints } from '@foyer/contracts/endpoints';
import { pages } from '@foyer/contracts/pages';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { ApiEnv } from '../config/env.ts';
import { POLICY_OF_ANSWERS } from './content-security-policy.ts';

const TWO_YEARS_SECONDS = 63_072_000;

/** No page or frame may use these browser features. Lists only names known to Chromium, which warns about others. */
const FORBIDDEN_FEATURES = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];
/** Our own pages may use these browser features, but frames may not. */
const OWN_FEATURES = [
  'clipboard-write',
  'payment',
  'publickey-credentials-create',
  'publickey-credentials-get',
];
const PERMISSIONS = [
  ...FORBIDDEN_FEATURES.map((feature) => `${feature}=()`),
  ...OWN_FEATURES.map((feature) => `${feature}=(self)`),
].join(', ');

/** Sets the headers of docs/security.md 5.4. Pages replace the content security policy later. */
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
      // An app may open the consent page as a popup and keep a reference to it (decision 23). The page has no secret
      // input.
      if (request.path === pages.oauthAuthorize)
        response.setHeader('Cross-Origin-Opener-Policy', 'unsafe-none');
      next();
    });
  };
}
