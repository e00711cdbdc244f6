import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { Fault } from '../fault.ts';
import { ROOT } from '../places.ts';
import { projectEnvironment } from '../project-environment.ts';
import { bringAddressesIntoForm } from './one-address-form.ts';
import { readMigrations } from './read-migrations.ts';
import { writeMigrationNames } from './write-migration-names.ts';

const run = promisify(execFile);
/** The file behind the `prisma` command. */
export const PRISMA_CLI = join(ROOT, 'node_modules', 'prisma', 'build', 'index.js');
const SCHEMA = join(ROOT, 'prisma', 'schema.prisma');
const GENERATED = join(ROOT, 'libs', 'db', 'src', 'generated');

/** Makes the database client anew when it is missing or older than the schema or the migrations. */
export async function generateClientIfNeeded(): Promise<void> {
  const stamp = join(GENERATED, '.made-from');
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/prisma/package.json'), 'utf8')) as {
    version: string;
  };
  const source = createHash('sha256')
    .update(version)
    .update(readFileSync(SCHEMA))
    .update(JSON.stringify(readMigrations().map(({ name }) => name)))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === source) return;
  await runQuietly([PRISMA_CLI, 'generate'], 'The database client could not be generated', {});
  writeMigrationNames();
  writeFileSync(stamp, source);
}

/**
 * Brings tables, addresses and queues up to date. Asks the database first: almost always there is nothing to do. The
 * addresses are looked at every time: a replica of before may have written one after the last look.
 */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  if (!(await isMigrated(databaseUrl))) {
    await runQuietly([PRISMA_CLI, 'migrate', 'deploy'], 'The database could not be migrated', {
      DATABASE_URL: databaseUrl,
    });
  }
  for (const remark of await bringAddressesIntoForm(databaseUrl)) console.warn(remark);
  await runQuietly(['libs/mail/src/prepare-queues.ts'], 'The mail queue could not be prepared', {
    DATABASE_URL: databaseUrl,
  });
}

async function isMigrated(databaseUrl: string): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const table = await client.query(`SELECT to_regclass('public._prisma_migrations') AS name`);
    if (table.rows[0]?.name === null) return false;
    const { rows } = await client.query<{ name: string; checksum: string }>(
      `SELECT migration_name AS name, checksum FROM _prisma_migrations
        WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    return readMigrations().every(({ name, checksum }) => applied.get(name) === checksum);
  } finally {
    await client.end();
  }
}

async function runQuietly(args: string[], complaint: string, extra: Record<string, string>): Promise<void> {
  try {
    await run(process.execPath, args, { cwd: ROOT, env: projectEnvironment(extra) });
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string };
    throw new Fault(`${complaint}:\n${`${stdout}${stderr}`.trim() || message}`);
  }
}
