import { setTimeout as wait } from 'node:timers/promises';
import { acknowledged, isFailed, Traffic } from '../../rig/traffic.ts';
import type { FaultRow } from '../row.ts';

const PER_SECOND = 100;
const RECOVERY_MS = 10_000;

export const databaseRestarted: FaultRow = {
  name: 'Postgres restarted at 100 requests a second',
  expected: 'same processes, errors only in the outage + 10 s, every acknowledged sign-up there',
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
    return {
      got:
        `${isSame ? 'same processes' : 'OTHER PROCESSES'}, ${failed.length} of ${calls.length} failed, ` +
        `the last ${(lastMs / 1000).toFixed(1)} s after Postgres was back, ${kept} of ${signedUp.length} sign-ups there`,
      isGood: isSame && early === 0 && lastMs <= RECOVERY_MS && kept === signedUp.length && kept > 100,
    };

    function processIds(): string {
      const programs = [...stage.replicas.map(({ program }) => program), ...stage.workers];
      return programs.map((program) => (program.isRunning ? program.pid : 'gone')).join();
    }
  },
};
