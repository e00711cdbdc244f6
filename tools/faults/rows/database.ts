import { setTimeout as wait } from 'node:timers/promises';
import { acknowledged, isFailed, Traffic } from '../../rig/traffic.ts';
import { condition, enough, exactly, type FaultRow } from '../row.ts';

const PER_SECOND = 100;
const RECOVERY_MS = 10_000;

export const databaseRestarted: FaultRow = {
  name: 'Postgres restarted at 100 requests a second',
  async run(stage) {
    const before = processIds();
    const traffic = await Traffic.start(stage.url, PER_SECOND, 'restart');
    await wait(3_000);
    const downAt = Date.now();
    await stage.rig.stopPostgres();
    await wait(2_000);
    await stage.rig.startPostgres();
    const upAt = Date.now();
    await wait(RECOVERY_MS + 3_000);
    const calls = await traffic.stop();
    const failed = calls.filter(isFailed);
    const lastMs = Math.max(0, ...failed.map(({ at }) => at - upAt));
    const early = failed.filter(({ at, ms }) => at + ms < downAt).length;
    const signedUp = acknowledged(calls);
    const kept = await stage.count('SELECT count(*) FROM registrations WHERE address = ANY($1)', [signedUp]);
    const isSame = processIds() === before;
    return [
      condition('same processes', isSame ? 'yes' : 'no', isSame),
      enough('calls', calls.length, 1_000),
      exactly('calls that failed before the outage', early, 0),
      condition(
        `the last of ${failed.length} failures within ${RECOVERY_MS / 1000} s of its return`,
        `${(lastMs / 1000).toFixed(1)} s`,
        lastMs <= RECOVERY_MS,
      ),
      enough('acknowledged sign-ups', signedUp.length, 100),
      exactly('acknowledged sign-ups that are there', kept, signedUp.length),
    ];

    function processIds(): string {
      const programs = [...stage.replicas.map(({ program }) => program), ...stage.workers];
      return programs.map((program) => (program.isRunning ? program.pid : 'gone')).join();
    }
  },
};
