import { migrateDatabase, PRISMA_CLI } from '../../prisma/run-prisma.ts';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from '../../places.ts';
import { projectEnvironment } from '../../project-environment.ts';
import { isFailed, Traffic } from '../../rig/traffic.ts';
import { enough, exactly, type FaultRow } from '../row.ts';

const PER_SECOND = 100;

export const migratedTwice: FaultRow = {
  name: 'the migration job run twice at once at 100 requests a second, and a column added',
  async run(stage) {
    const { pool, databaseUrl } = stage.rig;
    const traffic = await Traffic.start(stage.url, PER_SECOND, 'migrate');
    await wait(2_000);
    const deploy = () =>
      promisify(execFile)(process.execPath, [PRISMA_CLI, 'migrate', 'deploy'], {
        cwd: ROOT,
        env: projectEnvironment({ DATABASE_URL: databaseUrl }),
      }).then(
        () => true,
        () => false,
      );
    const jobs = await Promise.all([deploy(), deploy()]);
    await migrateDatabase(databaseUrl);
    // What an expanding migration does: prepared statements of running replicas must survive it.
    await pool.query(
      `ALTER TABLE users ADD COLUMN fault_suite_a text NOT NULL DEFAULT '';
       ALTER TABLE sessions ADD COLUMN fault_suite_a text;
       ALTER TABLE registrations ADD COLUMN fault_suite_a integer NOT NULL DEFAULT 0`,
    );
    await pool.query('CREATE INDEX CONCURRENTLY fault_suite_a_idx ON registrations (fault_suite_a)');
    await wait(2_000);
    const calls = await traffic.stop();
    const failed = calls.filter(isFailed).length;
    await pool.query(
      `ALTER TABLE users DROP COLUMN fault_suite_a; ALTER TABLE sessions DROP COLUMN fault_suite_a;
       ALTER TABLE registrations DROP COLUMN fault_suite_a`,
    );
    return [
      exactly('jobs that succeed', jobs.filter(Boolean).length, 2),
      enough('calls', calls.length, 300),
      exactly('failed calls', failed, 0),
    ];
  },
};
