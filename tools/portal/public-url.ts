import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from '../paths.ts';
import { portalPort } from './ports.ts';

const FILE = join(DATA, 'address.json');

interface Address {
  publicUrl: string;
  databaseUrl: string;
}

/** Leaves behind where the portal of `npm start` is, for commands that are run beside it. */
export function rememberAddress(address: Address): void {
  writeFileSync(FILE, JSON.stringify(address), { mode: 0o600 });
}

/**
 * Where people reach the portal that a command works on: PUBLIC_URL, or what the portal of `npm start` on this database
 * said, or this machine at PORT.
 */
export function findPublicUrl(): string {
  const { PUBLIC_URL, DATABASE_URL } = process.env;
  if (PUBLIC_URL) return PUBLIC_URL;
  const started = readAddress();
  if (started && (!DATABASE_URL || DATABASE_URL === started.databaseUrl)) return started.publicUrl;
  return `http://localhost:${portalPort()}`;
}

function readAddress(): Address | undefined {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Address;
  } catch {
    return undefined;
  }
}
