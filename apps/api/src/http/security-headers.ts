import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { CSP_REPORT_PATH } from './csp-report.ts';

const nonces = new WeakMap<Response, string>();

/** The nonce that this answer's policy lets scripts and styles run with. */
export function nonceOf(response: Response): string {
  return nonces.get(response) ?? '';
}

const TWO_YEARS_SECONDS = 63_072_000;

/** Headers of SECURITY.md 5.4 for every answer; each answer has a nonce of its own. */
export function securityHeaders(isHttps: boolean) {
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response as Response)}'`],
        styleSrc: ["'self'", (_request, response) => `'nonce-${nonceOf(response as Response)}'`],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        reportUri: [CSP_REPORT_PATH],
        reportTo: ['csp'],
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: isHttps && { maxAge: TWO_YEARS_SECONDS, includeSubDomains: true },
    xFrameOptions: { action: 'deny' },
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    nonces.set(response, randomBytes(16).toString('base64url'));
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Permissions-Policy', 'camera=(), geolocation=(), microphone=(), payment=(self)');
    response.setHeader('Reporting-Endpoints', `csp="${CSP_REPORT_PATH}"`);
    setHeaders(request, response, next);
  };
}
