import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../fault.ts';

export interface PortalSecrets {
  csrfSecret: string;
  mailSecret: string;
}

/** Secrets of this clone, made once: mails sealed by one run are opened by the next. */
export function readOrMakeSecrets(file: string): PortalSecrets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PortalSecrets;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !(error instanceof SyntaxError)) throw error;
  }
  const secrets = { csrfSecret: makeSecret(), mailSecret: makeSecret() };
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  return secrets;
}

function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}
