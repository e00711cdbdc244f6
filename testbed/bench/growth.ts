/**
 * `node tools/run/bootstrap.mjs test testbed/bench/growth [rows] [log|sessions|jobs]`: measures the tables that grow.
 * The default of 10 million rows takes long and much disk. Prints a table with bytes and Postgres' CPU time, which
 * other load affects less than elapsed time. docs/performance.md has a part of it.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { exitWithError } from '@foyer/tools/command-error';
import { DATA } from '@foyer/tools/paths';
import { ensureDatabase, startPostgres } from '@foyer/tools/run/postgres';
import { migrateDatabase } from '@foyer/tools/prisma/run-prisma';
import { waitForStopRequest } from '@foyer/tools/run/processes';
import { growJobs } from './grow-jobs.ts';
import { growSecurityLog } from './grow-security-log.ts';
import { growSessions } from './grow-sessions.ts';
import { lines } from './report.ts';
import { writeTable } from './table.ts';

const rows = Number(process.argv[2] ?? 10_000_000);
const only = process.argv[3];
const tables = { log: growSecurityLog, sessions: growSessions, jobs: growJobs };
const folder = join(DATA, 'test', `growth-${process.pid}`);

mkdirSync(folder, { recursive: true });
const postgres = await startPostgres(join(folder, 'postgres'), {
  logFile: join(folder, 'logs', 'postgres.log'),
});
try {
  const isDone = await Promise.race([grow().then(() => true), waitForStopRequest()]);
  process.exitCode = isDone ? 0 : 130;
} catch (error) {
  exitWithError(error);
} finally {
  console.log(`\n${rows.toLocaleString('en')} rows each.\n\n${writeTable(lines)}\n`);
  await postgres.remove();
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

async function grow(): Promise<void> {
  const url = await ensureDatabase(postgres.urlOf, 'foyer');
  await migrateDatabase(url);
  const { createPool } = await import('@foyer/db/client');
  const pool: Pool = createPool(url, 2, () => {});
  await pool.query('CREATE TABLE began AS SELECT now() AS at');
  for (const [name, table] of Object.entries(tables))
    if (only === undefined || only === name) await table(pool, rows);
  await pool.end();
}
