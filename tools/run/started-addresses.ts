import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from '../paths.ts';
import { ownerUrl } from '../prisma/database-urls.ts';
import { portOf } from './ports.ts';

const FILE = join(DATA, 'address.json');

interface StartedAddresses {
  publicUrl: string;
  cardProviderUrl: string;
  databaseUrl: string;
}

export function rememberAddresses(addresses: StartedAddresses, file = FILE): void {
  writeFileSync(file, JSON.stringify(addresses), { mode: 0o600 });
}

/**
 * Returns the portal's URL for a command: PUBLIC_URL, otherwise the stored URL of `npm start` if that portal uses the
 * command's database, otherwise `localhost` with the portal's port.
 */
export function findPublicUrl(file = FILE): string {
  const { PUBLIC_URL } = process.env;
  if (PUBLIC_URL) return PUBLIC_URL;
  const started = readAddresses(file);
  const given = ownerUrl();
  const isOfThisDatabase = !given || given === started.databaseUrl;
  return (isOfThisDatabase && started.publicUrl) || `http://localhost:${portOf('portal')}`;
}

export function findCardProviderUrl(file = FILE): string {
  return readAddresses(file).cardProviderUrl ?? `http://localhost:${portOf('cardProvider')}`;
}

function readAddresses(file: string): Partial<StartedAddresses> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<StartedAddresses>;
  } catch {
    return {};
  }
}
