import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@foyer/db/client';
import { emptyDatabase, testDatabaseUrl } from '@foyer/testing/test-database';
import { copyTemplateDatabase, dropDatabase } from '@foyer/tools/run/test-postgres';
import { copyRows, digestRows, holdMoment } from './copy-rows.ts';

describe('a backup of a portal that goes on writing', () => {
  const source = testDatabaseUrl();
  const pool = createPool(source, 1, () => {});
  const folder = mkdtempSync(join(tmpdir(), 'foyer-copy-rows-'));
  const name = `foyer_copy_rows_${process.pid}`;
  let copy: string;
  beforeAll(async () => {
    await emptyDatabase(pool);
    copy = await copyTemplateDatabase(source, name);
  });
  afterAll(async () => {
    await pool.end();
    await dropDatabase(source, name);
    rmSync(folder, { recursive: true });
  });

  it('has every row of the moment it is of, and is compared with that', async () => {
    await pool.query(`INSERT INTO teams (name) VALUES ('Before')`);
    const moment = await holdMoment(source);
    try {
      await pool.query(`INSERT INTO teams (name) VALUES ('Meanwhile')`);
      await copyRows(source, moment, copy, join(folder, 'rows.ndjson'));
      const [then, now, copied] = await Promise.all([
        digestRows(source, moment),
        digestRows(source),
        digestRows(copy),
      ]);
      expect([then, now].map((digests) => digests.get('teams')?.rows)).toEqual([1, 2]);
      expect(copied).toEqual(then);
    } finally {
      await moment.letGo();
    }
  });
});
