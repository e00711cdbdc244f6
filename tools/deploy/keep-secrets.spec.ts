import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { linesOf, SECRETS_FILE, type Reader } from './deployment-secrets.ts';

const READERS: Reader[] = ['postgres', 'migrate', 'api', 'worker', 'owner'];
/** POSTGRES_PASSWORD belongs to the database's owner. */
const SEEN_BY: Record<string, Reader[]> = {
  POSTGRES_PASSWORD: ['postgres', 'migrate', 'owner'],
  API_DATABASE_PASSWORD: ['migrate', 'api'],
  WORKER_DATABASE_PASSWORD: ['migrate', 'worker'],
  MAIL_SECRET: ['api', 'worker'],
  CSRF_SECRET: ['api'],
  SAML_SIGNING_KEY: ['api'],
  SERVICE_CREDENTIAL: ['api'],
};

describe('the service `secrets`', () => {
  let volumes: string;

  beforeEach(() => {
    volumes = mkdtempSync(join(tmpdir(), 'foyer-secrets-'));
    for (const name of ['all', ...READERS]) mkdirSync(join(volumes, name));
  });
  afterEach(() => rmSync(volumes, { recursive: true }));

  function run(given: Record<string, string> = {}, ...args: string[]) {
    const env = {
      SECRETS_FOLDER: join(volumes, 'all'),
      SECRETS_READERS_FOLDER: volumes,
      SAML_SIGNING_KEY: 'key and certificate',
      ...given,
    };
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['tools/deploy/keep-secrets.ts', ...args],
      { cwd: ROOT, env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' },
    );
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  }
  const textOf = (name: string): string =>
    readdirSync(join(volumes, name))
      .map((file) => readFileSync(join(volumes, name, file), 'utf8'))
      .join('');
  const variablesOf = (name: string) => parseEnv(textOf(name));

  it('gives each reader its own secrets, and no others', () => {
    run();
    const all = variablesOf('all');
    expect(Object.keys(all).toSorted()).toEqual(Object.keys(SEEN_BY).toSorted());
    for (const [name, readers] of Object.entries(SEEN_BY)) {
      const whoSees = READERS.filter((reader) => textOf(reader).includes(all[name] ?? ''));
      expect([name, whoSees]).toEqual([name, readers]);
    }
  });

  it('adds missing secrets, and does not change the others', () => {
    const before = { POSTGRES_PASSWORD: 'of-the-one-account', MAIL_SECRET: 'seals-mails', CSRF_SECRET: 'c' };
    writeFileSync(join(volumes, 'all', SECRETS_FILE), linesOf(before));
    run();
    expect(parseEnv(readFileSync(join(volumes, 'all', SECRETS_FILE), 'utf8'))).toMatchObject({
      ...before,
      WORKER_DATABASE_PASSWORD: expect.stringMatching(/.{20}/),
    });
    expect(textOf('postgres')).toBe('of-the-one-account');
    expect(variablesOf('owner')).toEqual({
      MIGRATE_DATABASE_URL: 'postgresql://foyer:of-the-one-account@postgres:5432/foyer',
    });
    const [first, print] = [textOf('api'), run({}, '--print')];
    run();
    expect([textOf('api'), run({}, '--print')]).toEqual([first, print]);
  });

  it('uses the values of .env, whatever characters they contain', () => {
    const given = { POSTGRES_PASSWORD: 'p#1 "$x"\\', CSRF_SECRET: 'new # one, and old', MAIL_SECRET: '`m`' };
    run(given);
    run();
    expect(variablesOf('all')).toMatchObject(given);
    expect(textOf('postgres')).toBe(given.POSTGRES_PASSWORD);
    expect(variablesOf('worker')).toMatchObject({ MAIL_SECRET: given.MAIL_SECRET });
    expect(parseEnv(run({}, '--print'))).toMatchObject(given);
  });

  it('gives each reader the URL of another Postgres from its own variable', () => {
    const DATABASE_URL = 'postgresql://api@elsewhere/foyer';
    run({ DATABASE_URL });
    expect(variablesOf('api')['DATABASE_URL']).toBe(DATABASE_URL);
    expect(variablesOf('owner')['MIGRATE_DATABASE_URL']).toBe(DATABASE_URL);
    expect(variablesOf('worker')['WORKER_DATABASE_URL']).toBe(DATABASE_URL);
    const WORKER_DATABASE_URL = 'postgresql://worker@elsewhere/foyer';
    const MIGRATE_DATABASE_URL = 'postgresql://owner@elsewhere/foyer';
    run({ DATABASE_URL, WORKER_DATABASE_URL, MIGRATE_DATABASE_URL });
    expect(variablesOf('api')['DATABASE_URL']).toBe(DATABASE_URL);
    expect(variablesOf('worker')['WORKER_DATABASE_URL']).toBe(WORKER_DATABASE_URL);
    expect(variablesOf('owner')['MIGRATE_DATABASE_URL']).toBe(MIGRATE_DATABASE_URL);
    expect(variablesOf('migrate')).toEqual({ DATABASE_URL, WORKER_DATABASE_URL, MIGRATE_DATABASE_URL });
  });
});
