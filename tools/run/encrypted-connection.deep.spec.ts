import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPool } from '@foyer/db/client';
import { runToEnd } from '@foyer/testing/start-process';
import { TestAuthority } from '@foyer/testing/test-authority';
import { safeProduction } from '@foyer/testing/unsafe-production';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PgBoss } from 'pg-boss';
import { DATA } from '../paths.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';

const PLACE = join(DATA, 'test', `encrypted-${process.pid}`);

describe('a Postgres that speaks TLS', () => {
  let server: PostgresServer;
  let ours: TestAuthority;
  let somebodys: TestAuthority;

  beforeAll(async () => {
    [ours, somebodys] = await Promise.all([TestAuthority.make(), TestAuthority.make()]);
    server = await startPostgres(PLACE, {
      logFile: `${PLACE}.log`,
      isDisposable: true,
      certificate: await ours.certify('localhost'),
    });
  });
  afterAll(async () => {
    await server.remove();
    rmSync(`${PLACE}.log`, { force: true });
  });

  /** Without a host, uses an address of this machine that is neither a loopback address nor in a certificate. */
  const urlWith = (options: string, host = '0.0.0.0'): string =>
    `${server.urlOf('postgres').replace('127.0.0.1', host)}${options}`;
  const checkedBy = (authority: TestAuthority, host = 'localhost'): string =>
    urlWith(`?sslmode=verify-full&sslrootcert=${authority.file}`, host);

  const isEncrypted = async (url: string): Promise<boolean | undefined> => {
    const pool = createPool(url, 1, () => {});
    try {
      const { rows } = await pool.query<{ ssl: boolean }>(
        'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()',
      );
      return rows[0]?.ssl;
    } finally {
      await pool.end();
    }
  };
  const startQueue = async (url: string): Promise<void> => {
    const boss = new PgBoss({
      connectionString: url,
      max: 1,
      migrate: false,
      createSchema: false,
      schedule: false,
    });
    boss.on('error', () => {});
    try {
      await boss.start();
    } finally {
      await boss.stop({ graceful: false }).catch(() => {});
    }
  };
  const migrate = (url: string) =>
    runToEnd('tools/deploy/migrate.ts', {
      ...safeProduction(),
      MIGRATE_DATABASE_URL: url,
      DATABASE_URL: url,
      WORKER_DATABASE_URL: url,
    });
  const expectRefused = async (url: string, reason: RegExp): Promise<void> => {
    await expect(isEncrypted(url)).rejects.toThrow(reason);
    await expect(startQueue(url)).rejects.toThrow(reason);
    expect(await migrate(url)).toMatchObject({ code: 1, stderr: expect.stringMatching(reason) });
  };

  it('is used over TLS if its certificate is from the configured authority', async () => {
    expect(await isEncrypted(checkedBy(ours))).toBe(true);
    expect(await migrate(checkedBy(ours))).toMatchObject({ code: 0 });
    await startQueue(checkedBy(ours));
  });

  it('is rejected with a certificate from another authority [asvs 12.3.2]', async () => {
    await expectRefused(checkedBy(somebodys), /unable to verify|self-signed|unable to get (?:local )?issuer/);
  });

  it('is rejected with a certificate for another host', async () => {
    await expectRefused(checkedBy(ours, '0.0.0.0'), /does not match certificate's altnames/);
  });

  it('is not used without a check of its certificate', async () => {
    for (const options of ['', '?sslmode=require', '?sslmode=no-verify'])
      expect(await migrate(urlWith(options))).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('DATABASE_URL: leads to 0.0.0.0 without sslmode=verify-full'),
      });
  });
});

it('a Postgres that offers no TLS is rejected', async () => {
  const url = `${process.env['TEST_POSTGRES_URL']}?sslmode=verify-full`;
  const pool = createPool(url, 1, () => {});
  await expect(pool.query('SELECT 1')).rejects.toThrow('does not support SSL');
  await pool.end();
});
