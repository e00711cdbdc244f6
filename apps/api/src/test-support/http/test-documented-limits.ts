import { readFileSync } from 'node:fs';
import type { RateLimit } from '../../http/rate-limiter.ts';

const ROW = /^\| (.+?) +\| (?:(\d+) in (\d+) min|not counted) +\|$/gm;
/** The table's row for all endpoints without one of their own. */
export const OTHERS = 'any other call that changes something';
export const KNOWN_BROWSER = 'POST /login from a browser that has logged in to the address';
export const AUTHORIZE = 'GET /oauth/authorize of a signed-in session';
/** Of an endpoint that is not counted. */
export const NONE: RateLimit = { calls: Number.POSITIVE_INFINITY, seconds: 0 };

/** The limits in docs/flows/rate-limits.md, by row; infinite where nothing is counted. */
export function documentedLimits(): Map<string, RateLimit> {
  const file = new URL('../../../../../docs/flows/rate-limits.md', import.meta.url);
  return new Map(
    [...readFileSync(file, 'utf8').matchAll(ROW)].map(([, name = '', calls, minutes]) => [
      name.replaceAll('`', ''),
      calls === undefined ? NONE : { calls: Number(calls), seconds: Number(minutes) * 60 },
    ]),
  );
}
