import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../command-error.ts';
import { makeSigningKey } from '../deploy/make-signing-key.ts';

export interface PortalSecrets {
  csrfSecret: string;
  mailSecret: string;
  clientAppSecret: string;
  samlSigningKey: string;
}

/**
 * Returns this clone's secrets, which the first run creates. All later runs use them, so that they can open mails that
 * an earlier run sealed.
 */
export async function readOrMakeSecrets(file: string): Promise<PortalSecrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PortalSecrets;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !(error instanceof SyntaxError)) throw error;
  }
  const secrets = {
    csrfSecret: makeSecret(),
    mailSecret: makeSecret(),
    clientAppSecret: makeSecret(),
    samlSigningKey: await makeSigningKey('Foyer of this clone'),
  };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  return secrets;
}

export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}
