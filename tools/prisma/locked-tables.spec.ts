import { testDatabaseUrl } from '@foyer/testing/test-database';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { createMigrationAdapterFactory, type Waits } from './migration-adapter.ts';

const pool = new Pool({ connectionString: testDatabaseUrl(), max: 4 });

async function migrate(script: string, changes: Partial<Waits> = {}): Promise<void> {
  const waits = { lockTimeoutMs: 100, firstPauseMs: 50, ...changes };
  const adapter = await createMigrationAdapterFactory(testDatabaseUrl(), waits).connect();
  try {
    await adapter.executeScript(script);
  } finally {
    await adapter.dispose();
  }
}

const isWaitingFor = async (words: string) => {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND starts_with(query, $1)`,
    [words],
  );
  return rowCount === 1;
};

beforeEach(() => pool.query(`CREATE TABLE crowded (a integer); INSERT INTO crowded VALUES (1), (1)`));
afterEach(() => pool.query('DROP TABLE crowded'));
afterAll(() => pool.end());

describe('a migration that finds a table locked', () => {
  it('lets later queries through, and completes once the table is free', async () => {
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT FROM crowded');
    const migrated = migrate('ALTER TABLE crowded ADD COLUMN b text; ALTER TABLE crowded ADD COLUMN c text');
    while (!(await isWaitingFor('ALTER TABLE crowded'))) continue;
    // Without the lock timeout, this query would wait for the migration, which waits for the holder.
    const { rowCount } = await pool.query('SELECT FROM crowded');
    expect(rowCount).toBe(2);
    await holder.query('COMMIT');
    holder.release();
    await migrated;
    expect((await pool.query('SELECT b, c FROM crowded')).rowCount).toBe(2);
  });

  it('gives up after a while, and changes nothing', async () => {
    const holder = await pool.connect();
    await holder.query('BEGIN; SELECT FROM crowded');
    await expect(
      migrate('CREATE TABLE not_to_be (); ALTER TABLE crowded ADD COLUMN b text', { patienceMs: 1 }),
    ).rejects.toMatchObject({
      // `migrateDatabase` recognizes a lock timeout by this code, in any language of the server.
      cause: { originalCode: '55P03', originalMessage: expect.stringContaining('(SQLSTATE 55P03)') },
    });
    await holder.query('COMMIT');
    holder.release();
    const { rows } = await pool.query(`SELECT to_regclass('not_to_be') AS name`);
    expect(rows).toEqual([{ name: null }]);
  });
});

it('a migration rebuilds an index whose build was interrupted', async () => {
  const script = '-- Beside calls.\nCREATE UNIQUE INDEX CONCURRENTLY "crowded_a_idx" ON crowded (a);\n';
  await expect(migrate(script)).rejects.toMatchObject({ cause: { originalCode: '23505' } });
  await pool.query('DELETE FROM crowded WHERE ctid = (SELECT min(ctid) FROM crowded)');
  await migrate(script);
  const { rows } = await pool.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('crowded_a_idx')`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});
