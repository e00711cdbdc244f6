import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findCardProviderUrl, findPublicUrl, rememberAddresses } from './started-addresses.ts';

const VARIABLES = [
  'FOYER_PORT_BASE',
  'PORT',
  'CARD_PROVIDER_PORT',
  'PUBLIC_URL',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
];

describe('the portal address for a command that runs next to `npm start`', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    for (const name of VARIABLES) delete process.env[name];
    folder = mkdtempSync(join(tmpdir(), 'foyer-addresses-'));
    file = join(folder, 'address.json');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the one that the portal stored, unless a variable names another database or address', () => {
    rememberAddresses(
      {
        publicUrl: 'http://localhost:5000',
        cardProviderUrl: 'http://localhost:5004',
        databaseUrl: 'postgresql://ours',
      },
      file,
    );
    expect([findPublicUrl(file), findCardProviderUrl(file)]).toEqual([
      'http://localhost:5000',
      'http://localhost:5004',
    ]);
    for (const variable of ['DATABASE_URL', 'MIGRATE_DATABASE_URL']) {
      process.env[variable] = 'postgresql://another';
      expect([variable, findPublicUrl(file)]).toEqual([variable, 'http://localhost:3000']);
      delete process.env[variable];
    }
    process.env['PUBLIC_URL'] = 'https://portal.example.com';
    expect(findPublicUrl(file)).toBe('https://portal.example.com');
  });

  it('follows the port variables if no portal was started', () => {
    expect([findPublicUrl(file), findCardProviderUrl(file)]).toEqual([
      'http://localhost:3000',
      'http://localhost:12111',
    ]);
    process.env['FOYER_PORT_BASE'] = '6000';
    expect([findPublicUrl(file), findCardProviderUrl(file)]).toEqual([
      'http://localhost:6000',
      'http://localhost:6004',
    ]);
  });
});
