import { databaseUrlFor } from '@foyer/testing/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { runStatement } from './migration-adapter.ts';
import { readMigrations } from './read-migrations.ts';
import { runMigrateCommand, requireMigrations } from './run-prisma.ts';

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
const migrate = (...args: string[]) => runMigrateCommand(OWNER, args, { api: OWNER, worker: OWNER });

it('a command that needs tables reports that they are missing', async () => {
  await expect(requireMigrations(databaseUrlFor(NAME))).rejects.toThrow(
    /^This database has no tables yet\. Create them first: npm run db:migrate/,
  );
});

it('a failed migration runs again only with --undone, as its error explains', async () => {
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

it('a command that needs tables reports a missing migration', async () => {
  await expect(requireMigrations(databaseUrlFor(NAME))).resolves.toBeUndefined();
  await pool.query(`UPDATE _prisma_migrations SET migration_name = 'another'`);
  await expect(requireMigrations(databaseUrlFor(NAME))).rejects.toThrow(
    new RegExp(`^The database lacks the migration ${FAILING}\\. Apply it first: npm run db:migrate`),
  );
});
