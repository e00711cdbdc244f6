import { createMigrationAdapterFactory } from '@foyer/tools/prisma/migration-adapter';
import { readMigrations } from '@foyer/tools/prisma/read-migrations';
import { APPLY_MIGRATIONS, migrateDatabase } from '@foyer/tools/prisma/run-prisma';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '@foyer/tools/paths';
import { projectEnvironment } from '@foyer/tools/project-environment';
import { Traffic } from '../../harness/traffic.ts';
import { condition, enough, exactly, noneFailed, type Scenario } from '../scenario.ts';
import type { Stage } from '../stage.ts';

const PER_SECOND = 100;

export const migratedTwice: Scenario = {
  name: 'the migration job run twice at once at 100 requests a second, and a column added',
  async run(stage) {
    const { pool, databaseUrl, roles } = stage.harness;
    const traffic = await Traffic.start(stage.url, PER_SECOND, 'migrate');
    await wait(2_000);
    const deploy = () =>
      promisify(execFile)(process.execPath, [APPLY_MIGRATIONS], {
        cwd: ROOT,
        env: projectEnvironment({ DATABASE_URL: databaseUrl }),
      }).then(
        () => true,
        () => false,
      );
    const jobs = await Promise.all([deploy(), deploy()]);
    await migrateDatabase(databaseUrl, roles);
    // Adds columns, to check that prepared statements of running replicas still work. Each table has its own script,
    // because a script that locks three tables waits long.
    await migrate(stage, `ALTER TABLE users ADD COLUMN fault_suite_a text NOT NULL DEFAULT ''`);
    await migrate(stage, 'ALTER TABLE sessions ADD COLUMN fault_suite_a text');
    await migrate(stage, 'ALTER TABLE registrations ADD COLUMN fault_suite_a integer NOT NULL DEFAULT 0');
    await migrate(stage, 'CREATE INDEX CONCURRENTLY fault_suite_a_idx ON registrations (fault_suite_a)');
    await wait(2_000);
    const calls = await traffic.stop();
    await pool.query(
      `ALTER TABLE users DROP COLUMN fault_suite_a; ALTER TABLE sessions DROP COLUMN fault_suite_a;
       ALTER TABLE registrations DROP COLUMN fault_suite_a`,
    );
    return [
      exactly('jobs that succeed', jobs.filter(Boolean).length, 2),
      enough('calls', calls.length, 300),
      noneFailed(calls),
    ];
  },
};

const BEHIND_PER_SECOND = 50;
const HELD_MS = 8_000;
/**
 * The longest delay of a call. The migration waits up to 0.7 s for a table lock. Calls wait behind it, and behind each
 * other.
 */
const LONGEST_MS = 5_000;

export const migrationWaits: Scenario = {
  name: `a migration of a table that another transaction reads for ${HELD_MS / 1000} s, and an index, at ${BEHIND_PER_SECOND} requests a second`,
  async run(stage) {
    const { pool } = stage.harness;
    const traffic = await Traffic.start(stage.url, BEHIND_PER_SECOND, 'behind');
    const watch = watchReadiness(stage);
    await wait(2_000);
    const reader = await pool.connect();
    await reader.query('BEGIN; SELECT count(*) FROM registrations');
    let isMigrated = false;
    const migrating = migrate(stage, 'ALTER TABLE registrations ADD COLUMN fault_suite_b text').then(
      () => (isMigrated = true),
    );
    await wait(HELD_MS);
    const wasEarly = isMigrated;
    await reader.query('COMMIT');
    reader.release();
    await migrating;
    await migrate(stage, 'CREATE INDEX CONCURRENTLY fault_suite_b_idx ON registrations (fault_suite_b)');
    await wait(1_000);
    const notReady = await watch.stop();
    const calls = await traffic.stop();
    const index = await stage.count(
      `SELECT count(*) FROM pg_index WHERE indexrelid = to_regclass('fault_suite_b_idx') AND indisvalid`,
    );
    await pool.query('ALTER TABLE registrations DROP COLUMN fault_suite_b');
    const slowest = Math.max(...calls.map(({ ms }) => ms));
    return [
      enough('calls', calls.length, 500),
      noneFailed(calls),
      condition(`the slowest within ${LONGEST_MS} ms`, `${slowest.toFixed(0)} ms`, slowest <= LONGEST_MS),
      condition('the migration waits until the table is free', wasEarly ? 'no' : 'yes', !wasEarly),
      exactly('index that was built', index, 1),
      exactly('times that a replica was not ready', notReady, 0),
    ];
  },
};

export const migrationFails: Scenario = {
  name: 'a newer migration that runs, one that has failed, and one that is missing',
  async run(stage) {
    const { pool } = stage.harness;
    const newest = readMigrations().at(-1)?.name ?? '';
    await pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs)
       VALUES ('runs', '', '29991231000000_runs', NULL), ('failed', '', '29991231000001_failed', 'deadlock detected')`,
    );
    try {
      const during = await stage.readiness();
      await stage.replica(0).program.end('SIGKILL');
      const anew = await stage.startReplica(0);
      await stage.untilReady();
      const begun = await (await fetch(`${anew.url}/readyz`)).text();
      await pool.query('UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1', [
        newest,
      ]);
      const without = await stage.readiness();
      await pool.query('UPDATE _prisma_migrations SET rolled_back_at = NULL WHERE migration_name = $1', [
        newest,
      ]);
      const after = await stage.readiness();
      const areReady = (said: string[]) => said.every((text) => text === '200 ready');
      const lacks = `503 The database lacks the migration ${newest}.`;
      return [
        condition('replicas stay ready beside newer ones', during.join(', '), areReady(during)),
        condition('one that starts now becomes ready', begun, begun.includes('"ready"')),
        condition(
          'without one they need they say which',
          without.join(', '),
          without.every((text) => text === lacks),
        ),
        condition('with it they are ready by themselves', after.join(', '), areReady(after)),
      ];
    } finally {
      await pool.query(`DELETE FROM _prisma_migrations WHERE id IN ('runs', 'failed')`);
    }
  },
};

/** Runs a migration's script in the same way as `npm run db:migrate`. */
async function migrate({ harness }: Stage, script: string): Promise<void> {
  const adapter = await createMigrationAdapterFactory(harness.databaseUrl).connect();
  try {
    await adapter.executeScript(script);
  } finally {
    await adapter.dispose();
  }
}

/** Polls all replicas. `stop` returns the number of times that a replica was not ready. */
function watchReadiness(stage: Stage): { stop: () => Promise<number> } {
  let isOver = false;
  let notReady = 0;
  const watching = (async () => {
    for (; !isOver; await wait(100))
      notReady += (await stage.readiness()).filter((text) => !text.startsWith('200')).length;
  })();
  return {
    stop: async () => {
      isOver = true;
      await watching;
      return notReady;
    },
  };
}
