import { hkdfSync } from 'node:crypto';
import type { ApiEnv } from '../../config/env.ts';

/** RFC 5869's `info` separates these keys from others derived from the same secret. */
const PURPOSE = 'foyer connected apps';

export function oauthKeys(env: ApiEnv): Buffer[] {
  return env.CSRF_SECRET.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32)));
}
