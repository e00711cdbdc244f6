import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testDatabaseUrl } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import { expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { makeMigrationScript } from './run-prisma.ts';

it('the migrations create exactly what schema.prisma describes', async () => {
  expect(await makeMigrationScript(testDatabaseUrl())).toBe('');
});

it('prisma/sql has exactly the functions and triggers that the migrations create', async () => {
  const pool = openTestPool(1);
  const read = async () =>
    (
      await pool.query<{ text: string }>(
        `SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'public'::regnamespace
         UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal ORDER BY text`,
      )
    ).rows.map(({ text }) => text);
  const made = await read();
  await pool.query('BEGIN; SET LOCAL check_function_bodies TO off');
  // Drops all functions, with their triggers and with the checks and defaults that name them.
  await pool.query(`DO $$ DECLARE name text; BEGIN
    FOR name IN SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'public'::regnamespace LOOP
      EXECUTE 'DROP FUNCTION IF EXISTS ' || name || ' CASCADE';
    END LOOP; END $$`);
  expect(await read()).toEqual([]);
  const folder = join(ROOT, 'prisma', 'sql');
  for (const file of readdirSync(folder)) await pool.query(readFileSync(join(folder, file), 'utf8'));
  expect(await read()).toEqual(made);
  await pool.query('ROLLBACK');
  await pool.end();
});

it('the database creates ascending IDs, also within a millisecond', async () => {
  const pool = openTestPool(1);
  const ids: string[] = [];
  for (let count = 0; count < 200; count++)
    ids.push((await pool.query<{ id: string }>('SELECT uuid_v7() AS id')).rows[0]!.id);
  await pool.end();
  expect(ids).toEqual(ids.toSorted());
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Math.abs(parseInt(ids[0]!.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(3_600_000);
});
