import { databaseUrlFor, TEMPLATE_DATABASE } from '@foyer/testing/test-database';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { runStatement } from './migration-adapter.ts';
import { migrateAsAsked, requireMigrations } from './run-prisma.ts';

const NAME = `failed_migration_${process.pid}`;
const FAILING = '20261122180002_member_changes';
let pool: Pool;

beforeAll(async () => {
  await runStatement(databaseUrlFor('postgres'), `CREATE DATABASE ${NAME} TEMPLATE ${TEMPLATE_DATABASE}`);
  pool = new Pool({ connectionString: databaseUrlFor(NAME), max: 2 });
  await pool.query('DROP TABLE member_changes');
  await pool.query('DELETE FROM _prisma_migrations WHERE migration_name = $1', [FAILING]);
  await pool.query('CREATE TABLE member_changes (in_the_way integer)');
});
afterAll(async () => {
  await pool.end();
  await runStatement(databaseUrlFor('postgres'), `DROP DATABASE ${NAME} WITH (FORCE)`);
});

const migrate = (...args: string[]) => migrateAsAsked(databaseUrlFor(NAME), args);

it('tells commands that need its tables what is missing', async () => {
  await expect(requireMigrations(databaseUrlFor('postgres'))).rejects.toThrow(
    /^There are no tables in this database yet\. Make them first: npm run db:migrate/,
  );
  await expect(requireMigrations(databaseUrlFor(NAME))).rejects.toThrow(
    new RegExp(`^The database lacks the migration ${FAILING}\\. Apply it first: npm run db:migrate`),
  );
  await expect(requireMigrations(databaseUrlFor(TEMPLATE_DATABASE))).resolves.toBeUndefined();
});

it('leads out of a migration that failed, and does not run it again unasked', async () => {
  const way = `run it again with --undone ${FAILING}`;
  const reason = migrate().catch((error: unknown) => String(error));
  expect(await reason).toMatch(/"member_changes".*\(SQLSTATE 42P07\)/);
  expect(await reason).toContain(way);
  await pool.query('DROP TABLE member_changes');
  await expect(migrate()).rejects.toThrow(way);
  await migrate('--undone', FAILING);
  const { rows } = await pool.query('SELECT FROM member_changes');
  expect(rows).toEqual([]);
  await expect(migrate('--undo', FAILING)).rejects.toThrow('Give nothing, or --undone');
  // Six programs of Prisma's, one after the other.
});
