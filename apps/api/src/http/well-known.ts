import { endpoints } from '@foyer/contracts/endpoints';
import { pages } from '@foyer/contracts/pages';
import type { RequestHandler } from 'express';
import type { ApiEnv } from '../config/env.ts';

/** security.txt expires after this time. RFC 9116 2.5.5 recommends less than a year. */
const DAYS_UNTIL_ASKED_AGAIN = 180;
const DAY_MS = 86_400_000;

/**
 * The security contact (RFC 9116) and the redirect to change a password (W3C, A Well-Known URL for Changing Passwords).
 * Runs before the pages, which would answer a browser's request for these URLs with an HTML page.
 */
export function wellKnown(env: ApiEnv): RequestHandler {
  return ({ endpoint }, response, next) => {
    if (endpoint === endpoints.changePasswordPage)
      return void response.status(303).setHeader('Location', pages.settingsSecurity).end();
    if (endpoint !== endpoints.securityTxt) return next();
    response.type('text/plain').send(securityTxt(env, new Date()));
  };
}

export function securityTxt(env: ApiEnv, now: Date): string {
  const contact = env.SECURITY_CONTACT ?? env.SUPPORT_EMAIL;
  const until = new Date(now.getTime() + DAYS_UNTIL_ASKED_AGAIN * DAY_MS);
  const lines = [
    `Contact: ${contact.startsWith('https:') ? contact : `mailto:${contact}`}`,
    `Expires: ${until.toISOString().replace(/\.\d+Z$/, 'Z')}`,
    `Canonical: ${env.PUBLIC_URL.origin}${endpoints.securityTxt.path}`,
    'Preferred-Languages: en',
  ];
  return `${lines.join('\n')}\n`;
}
