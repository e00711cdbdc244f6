import { setTimeout as wait } from 'node:timers/promises';
import { Traffic } from '../../harness/traffic.ts';
import { condition, enough, exactly, noneFailed, type Scenario } from '../scenario.ts';
import { until } from '../stage.ts';

const PER_SECOND = 100;
const MAILS = 200;

export const replicaStopped: Scenario = {
  name: 'SIGTERM of one of two replicas at 100 requests a second',
  async run(stage) {
    const traffic = await Traffic.start(stage.url, PER_SECOND, 'told');
    await wait(3_000);
    const startedAt = performance.now();
    const code = await stage.replica(0).program.end('SIGTERM');
    const seconds = (performance.now() - startedAt) / 1000;
    await wait(3_000);
    const calls = await traffic.stop();
    return [
      enough('calls', calls.length, 500),
      noneFailed(calls),
      condition('it ends with 0', `${code}`, code === 0),
      condition('it ends within 30 s', `${seconds.toFixed(1)} s`, seconds < 30),
    ];
  },
};

export const workerStopped: Scenario = {
  name: `SIGTERM of one of two mail workers among ${MAILS} mails`,
  async run(stage) {
    const { harness } = stage;
    harness.smtp.delayMs = 100;
    await harness.enqueueMails('ended', MAILS);
    await until(20_000, () => harness.smtp.count('ended-').all >= MAILS / 5);
    const code = await stage.workers[0]?.end('SIGTERM');
    await until(60_000, () => harness.smtp.count('ended-').distinct === MAILS);
    await stage.untilMailsAreDone('ended-');
    const { all, distinct } = harness.smtp.count('ended-');
    return [
      exactly('mails delivered', distinct, MAILS),
      exactly('copies', all - distinct, 0),
      condition('it ends with 0', `${code}`, code === 0),
    ];
  },
};
