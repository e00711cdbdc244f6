import { TEMPLATE_DATABASE, TEST_POSTGRES_URL } from '@foyer/testing/test-database';
import { roleUrls } from '@foyer/db/role-urls';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from '../paths.ts';
import { withDatabaseName } from '../prisma/migration-adapter.ts';
import { fingerprintRights } from '../prisma/database-roles.ts';
import { fingerprintMigrations } from '../prisma/read-migrations.ts';
import { migrateDatabase } from '../prisma/run-prisma.ts';
import { withClient } from '../prisma/with-client.ts';
import { claimLock, releaseLock } from './folder-lock.ts';
import { startPostgres } from './postgres.ts';

const TEST_DATA = join(DATA, 'test');

export interface TestPostgres {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a Postgres for one test run and its processes, which read the address from their environment. The next run
 * reuses the data folder with the migrated template. A concurrent run gets a temporary folder.
 */
export async function startTestPostgres(): Promise<TestPostgres> {
  const known = process.env[TEST_POSTGRES_URL];
  if (known) return { url: known, stop: () => Promise.resolve() };
  const lock = join(TEST_DATA, 'postgres.lock');
  const isShared = claimLock(lock, 'a test run') === undefined;
  const name = isShared ? 'postgres' : `postgres-${process.pid}`;
  const logFile = join(TEST_DATA, `${name}.log`);
  const server = await startPostgres(join(TEST_DATA, name), { logFile, isDisposable: true });
  const url = server.urlOf('postgres');
  process.env[TEST_POSTGRES_URL] = url;
  const stop = async (): Promise<void> => {
    delete process.env[TEST_POSTGRES_URL];
    if (isShared) {
      await server.part.stop();
      return releaseLock(lock);
    }
    await server.remove();
    rmSync(logFile, { force: true });
  };
  return { url, stop };
}

export async function ensureTemplateDatabase(serverUrl: string): Promise<void> {
  const fingerprint = fingerprintMigrations() + fingerprintRights();
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ note: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS note FROM pg_database WHERE datname = $1`,
      [TEMPLATE_DATABASE],
    );
    if (rows[0]?.note === fingerprint) return;
    await client.query(`DROP DATABASE IF EXISTS ${TEMPLATE_DATABASE} WITH (FORCE)`);
    await client.query(`CREATE DATABASE ${TEMPLATE_DATABASE}`);
    const url = withDatabaseName(serverUrl, TEMPLATE_DATABASE);
    await migrateDatabase(url, roleUrls(url));
    // The database's comment is written last. A template without it is incomplete and is created again.
    await client.query(`COMMENT ON DATABASE ${TEMPLATE_DATABASE} IS ${client.escapeLiteral(fingerprint)}`);
  });
}

export async function copyTemplateDatabase(serverUrl: string, name: string): Promise<string> {
  await ensureTemplateDatabase(serverUrl);
  await dropDatabase(serverUrl, name);
  await withClient(serverUrl, async (client) => {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} TEMPLATE ${TEMPLATE_DATABASE}`);
  });
  return withDatabaseName(serverUrl, name);
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(serverUrl, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${client.escapeIdentifier(name)} WITH (FORCE)`);
  });
}
