import { hkdfSync } from 'node:crypto';
import type { ApiEnv } from '../../config/env.ts';

/** RFC 5869's `info`: separates these keys from others derived from the same secret. */
const PURPOSE = 'foyer connected apps';

/**
 * Returns the keys for refresh tokens and marks (`asked_at`), one per secret in CSRF_SECRET. The first is used for new
 * values.
 */
export function oauthKeys(env: ApiEnv): Buffer[] {
  return env.CSRF_SECRET.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32)));
}
