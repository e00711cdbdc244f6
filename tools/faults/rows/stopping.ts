import { setTimeout as wait } from 'node:timers/promises';
import { isFailed, Traffic } from '../../rig/traffic.ts';
import type { FaultRow } from '../row.ts';
import { until } from '../stage.ts';

const PER_SECOND = 100;
const MAILS = 200;

export const replicaTold: FaultRow = {
  name: 'SIGTERM of one of two replicas at 100 requests a second',
  expected: '0 failed, exit code 0 within 30 s',
  async run(stage) {
    const traffic = await Traffic.start(stage.url, PER_SECOND, 'told');
    await wait(3_000);
    const startedAt = performance.now();
    const code = await stage.replica(0).program.end('SIGTERM');
    const seconds = (performance.now() - startedAt) / 1000;
    await wait(3_000);
    const calls = await traffic.stop();
    const failed = calls.filter(isFailed);
    return {
      got: `${failed.length} of ${calls.length} failed, exit code ${code} after ${seconds.toFixed(1)} s`,
      isGood: failed.length === 0 && code === 0 && seconds < 30 && calls.length > 500,
    };
  },
};

export const workerTold: FaultRow = {
  name: `SIGTERM of one of two mail workers among ${MAILS} mails`,
  expected: `exactly ${MAILS} deliveries, exit code 0`,
  async run(stage) {
    const { rig } = stage;
    rig.smtp.delayMs = 100;
    await rig.enqueueMails('ended', MAILS);
    await until(20_000, () => rig.smtp.count('ended-').all >= MAILS / 5);
    const code = await stage.workers[0]?.end('SIGTERM');
    await until(60_000, () => rig.smtp.count('ended-').distinct === MAILS);
    await stage.untilMailsAreDone('ended-');
    const { all, distinct } = rig.smtp.count('ended-');
    return {
      got: `${all} deliveries of ${distinct} mails, exit code ${code}`,
      isGood: all === MAILS && distinct === MAILS && code === 0,
    };
  },
};
