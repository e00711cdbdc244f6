import { roleUrls } from '@foyer/db/role-urls';
import { databaseUrlFor } from '@foyer/testing/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { runStatement } from './migration-adapter.ts';
import { readMigrations } from './read-migrations.ts';
import { migrateAsAsked, migrateDatabase, requireMigrations, requireTables } from './run-prisma.ts';

const NAME = `failed_migration_${process.pid}`;
const [FIRST] = readMigrations();
const FAILING = FIRST!.name;
let pool: Pool;

beforeAll(async () => {
  await runStatement(databaseUrlFor('postgres'), `CREATE DATABASE ${NAME}`);
  pool = new Pool({ connectionString: databaseUrlFor(NAME), max: 2 });
  // Ignores the error if the database is dropped before the server has closed the pool's connections.
  pool.on('error', () => {});
  await pool.query('CREATE DOMAIN plan AS text');
});
afterAll(async () => {
  await pool.end();
  await runStatement(databaseUrlFor('postgres'), `DROP DATABASE ${NAME} WITH (FORCE)`);
});

const OWNER = databaseUrlFor(NAME);
const migrate = (...args: string[]) => migrateAsAsked(OWNER, args, { api: OWNER, worker: OWNER });

it('reports missing tables to commands that need them', async () => {
  await expect(requireMigrations(databaseUrlFor(NAME))).rejects.toThrow(
    /^This database has no tables yet\. Create them first: npm run db:migrate/,
  );
});

it('leads out of a migration that failed, and does not run it again unasked', async () => {
  const way = `run the migration again with --undone ${FAILING}`;
  const reason = migrate().catch((error: unknown) => String(error));
  expect(await reason).toMatch(/"plan".*\(SQLSTATE 42710\)/);
  expect(await reason).toContain(way);
  await pool.query('DROP DOMAIN plan');
  await expect(migrate()).rejects.toThrow(way);
  await migrate('--undone', FAILING);
  const { rows } = await pool.query('SELECT FROM teams');
  expect(rows).toEqual([]);
  await expect(migrate('--undo', FAILING)).rejects.toThrow('The only option is --undone');
});

it('reports the missing migration to commands that need its tables', async () => {
  await expect(requireMigrations(databaseUrlFor(NAME))).resolves.toBeUndefined();
  await pool.query(`UPDATE _prisma_migrations SET migration_name = 'another'`);
  await expect(requireMigrations(databaseUrlFor(NAME))).rejects.toThrow(
    new RegExp(`^The database lacks the migration ${FAILING}\\. Apply it first: npm run db:migrate`),
  );
});

it('leaves a database of an older build as it is', async () => {
  await pool.query(
    `UPDATE _prisma_migrations SET migration_name = '20261120210000_foundation', finished_at = NULL`,
  );
  const counted = `ARRAY['relpages', 'reltuples', 'relallvisible', 'relfrozenxid', 'relminmxid']`;
  const state = async () =>
    (
      await pool.query(`SELECT xmin::text, to_jsonb(m) AS row FROM _prisma_migrations m
                        UNION ALL SELECT xmin::text, to_jsonb(c) - ${counted} FROM pg_class c
                        WHERE relname !~ '^pg_' ORDER BY row`)
    ).rows;
  const before = await state();
  for (const command of [
    () => migrate(),
    () => migrate('--undone', FAILING),
    () => migrateDatabase(databaseUrlFor(NAME), roleUrls(databaseUrlFor(NAME))),
    () => requireTables(databaseUrlFor(NAME)),
  ])
    await expect(command()).rejects.toThrow(
      /^An older build created this database\. Start with empty data \(`npm start -- --reset`\), or use the older checkout\.$/,
    );
  expect(await state()).toEqual(before);
});
