import { setTimeout as wait } from 'node:timers/promises';
import { FAILED_MAIL_QUEUE } from '@foyer/mail/queues';
import { quantile, Traffic } from '../../harness/traffic.ts';
import { condition, enough, exactly, noneFailed, type Scenario } from '../scenario.ts';
import { until, type Stage } from '../stage.ts';

/** The maximum number of mails that a worker processes at a time (apps/mail-worker/src/mails-in-flight.ts). */
const MAX_PARALLEL = 40;
const MAILS_WITHOUT_FAULT = 1_000;
export const noFault: Scenario = {
  name: `${MAILS_WITHOUT_FAULT} mails, 4 workers, no fault`,
  async run(stage) {
    await stage.setWorkers(4);
    await stage.harness.enqueueMails('calm', MAILS_WITHOUT_FAULT);
    await until(60_000, () => stage.harness.smtp.count('calm-').distinct === MAILS_WITHOUT_FAULT);
    await stage.untilMailsAreDone('calm-');
    const { all, distinct } = stage.harness.smtp.count('calm-');
    return [exactly('mails delivered', distinct, MAILS_WITHOUT_FAULT), exactly('copies', all - distinct, 0)];
  },
};

const MAILS_OF_KILLED_WORKER = 300;
export const workerKilled: Scenario = {
  name: `${MAILS_OF_KILLED_WORKER} mails, 3 workers, one SIGKILLed every 2 s`,
  async run(stage) {
    const { smtp } = stage.harness;
    // Slow enough that a killed worker has mails in progress: it processes 40 at a time.
    smtp.delayMs = 3_000;
    await stage.setWorkers(3);
    await stage.harness.enqueueMails('killed', MAILS_OF_KILLED_WORKER);
    let kills = 0;
    const deadline = Date.now() + 20_000;
    while (Date.now() < deadline && smtp.count('killed-').distinct < MAILS_OF_KILLED_WORKER - 30) {
      await wait(2_000);
      await stage.workers[kills % 3]?.end('SIGKILL');
      kills += 1;
      await stage.setWorkers(3);
    }
    await until(90_000, () => smtp.count('killed-').distinct === MAILS_OF_KILLED_WORKER);
    // The mails of a killed worker are sent again after its heartbeat fails.
    await stage.untilMailsAreDone('killed-');
    const { all, distinct } = smtp.count('killed-');
    return [
      enough('kills', kills, 3),
      exactly('mails delivered', distinct, MAILS_OF_KILLED_WORKER),
      condition(
        `copies at most kills x ${MAX_PARALLEL}`,
        all - distinct,
        all - distinct <= kills * MAX_PARALLEL,
      ),
    ];
  },
};

const OUTAGE_MS = 60_000;
const PACE = 20;
/** The longest pause between retries after an outage of the mail server, plus the time to send the mails. */
const SOON_S = 40;
export const mailServerDown: Scenario = {
  name: 'mail server down for a minute',
  async run(stage) {
    const { smtp } = stage.harness;
    const before = await (await run(stage, 'before', 15_000)).stop();
    await smtp.close();
    const traffic = await run(stage, 'down', OUTAGE_MS);
    const calls = await traffic.stop();
    await smtp.open();
    const backAt = performance.now();
    const expected = await stage.count(`SELECT count(*) FROM registrations WHERE address LIKE 'down-%'`);
    await until(300_000, () => smtp.count('down-').distinct === expected);
    const seconds = (performance.now() - backAt) / 1000;
    // The baseline is the slower of the two runs without a fault, because other load affects these figures too.
    const after = await (await run(stage, 'after', 15_000)).stop();
    const [p95Before, p95After, p95] = [before, after, calls].map((some) =>
      quantile(
        some.map(({ ms }) => ms),
        0.95,
      ),
    ) as [number, number, number];
    const { distinct, all } = smtp.count('down-');
    const normal = Math.max(p95Before, p95After);
    return [
      enough('calls', calls.length, 1_000),
      noneFailed(calls),
      condition(
        `p95 within 1.2 x of normal (${normal.toFixed(1)} ms) + 5 ms`,
        `${p95.toFixed(1)} ms`,
        p95 <= normal * 1.2 + 5,
      ),
      enough('mails', expected, 200),
      exactly(`mails delivered (${all - distinct} copies)`, distinct, expected),
      condition(`all of them within ${SOON_S} s of its return`, `${seconds.toFixed(0)} s`, seconds < SOON_S),
    ];
  },
};

async function run(stage: Stage, prefix: string, ms: number): Promise<Traffic> {
  const traffic = await Traffic.start(stage.url, PACE, prefix);
  await wait(ms);
  return traffic;
}

export const poison: Scenario = {
  name: '20 mails the server refuses for good before 100 others',
  async run(stage) {
    const { smtp } = stage.harness;
    smtp.replyTo = (address) => (address.startsWith('poison-') ? '550 no such mailbox' : '250 taken');
    await stage.harness.enqueueMails('poison', 20);
    const startedAt = performance.now();
    await stage.harness.enqueueMails('good', 100);
    await until(60_000, () => smtp.count('good-').distinct === 100);
    const seconds = (performance.now() - startedAt) / 1000;
    const dead = () => countDead(stage, 'poison-');
    await until(20_000, async () => (await dead()) === 20);
    const { all } = smtp.count('good-');
    return [
      exactly('the others delivered, each once', all, 100),
      condition('within 60 s', `${seconds.toFixed(1)} s`, seconds < 60),
      exactly('refused ones in the failed queue', await dead(), 20),
    ];
  },
};

export const refusedForNow: Scenario = {
  name: '50 mails the server answers "later" (451) once',
  async run(stage) {
    const { smtp } = stage.harness;
    const seen = new Set<string>();
    smtp.replyTo = (address) => {
      if (!address.startsWith('later-') || seen.has(address)) return '250 taken';
      seen.add(address);
      return '451 try again later';
    };
    await stage.harness.enqueueMails('later', 50);
    await until(60_000, () => smtp.count('later-').distinct === 50);
    await stage.untilMailsAreDone('later-');
    const { all, distinct } = smtp.count('later-');
    return [
      exactly('refused once', seen.size, 50),
      exactly('mails delivered', distinct, 50),
      exactly('copies', all - distinct, 0),
    ];
  },
};

const REFUSED = 60;
const REFUSING_MS = 10_000;
export const serverAtFault: Scenario = {
  name: `${REFUSED} mails while the mail server rejects all clients (554), then our sender (550)`,
  async run(stage) {
    const { smtp } = stage.harness;
    smtp.greeting = '554 no service here';
    // Closes the workers' open connections, so that they reconnect and receive the new greeting.
    await smtp.close();
    await smtp.open();
    await stage.harness.enqueueMails('refused', REFUSED);
    await wait(REFUSING_MS);
    smtp.replyToSender = '550 sender unknown';
    smtp.greeting = '220 sink';
    await wait(REFUSING_MS);
    const early = smtp.count('refused-').all;
    smtp.replyToSender = '250 fine';
    const wellAt = performance.now();
    await until(120_000, () => smtp.count('refused-').distinct === REFUSED);
    const seconds = (performance.now() - wellAt) / 1000;
    await stage.untilMailsAreDone('refused-');
    const { all, distinct } = smtp.count('refused-');
    return [
      exactly('mails delivered meanwhile', early, 0),
      exactly('mails given up', await countDead(stage, 'refused-'), 0),
      exactly('mails delivered', distinct, REFUSED),
      exactly('copies', all - distinct, 0),
      condition(
        `all of them within ${SOON_S} s of its recovery`,
        `${seconds.toFixed(0)} s`,
        seconds < SOON_S,
      ),
    ];
  },
};

const SLOW = 15;
export const slowServer: Scenario = {
  name: `${SLOW} mails to a server that answers after 12 s`,
  async run(stage) {
    const { smtp } = stage.harness;
    smtp.delayMs = 12_000;
    await stage.harness.enqueueMails('slow', SLOW);
    await until(60_000, () => smtp.count('slow-').distinct === SLOW);
    await stage.untilMailsAreDone('slow-');
    const { all, distinct } = smtp.count('slow-');
    return [exactly('mails delivered', distinct, SLOW), exactly('copies', all - distinct, 0)];
  },
};

const HANGING = 20;
const OTHERS = 100;
export const hangingAddresses: Scenario = {
  name: `${HANGING} mails that the server does not answer, each among others`,
  async run(stage) {
    const { smtp } = stage.harness;
    const answer = Promise.withResolvers<string>();
    smtp.replyTo = (address) => (address.startsWith('hanging-') ? answer.promise : '250 taken');
    const sendAmong = async (prefix: string, others: string) => {
      const startedAt = performance.now();
      for (let number = 0; number < HANGING; number++) {
        await stage.harness.enqueueMails(`${others}-${number}`, 1);
        await stage.harness.enqueueMails(`${prefix}-${number}`, OTHERS / HANGING);
      }
      const areDone = await stage.untilMailsAreDone(`${prefix}-`, 60_000);
      return { areDone, seconds: (performance.now() - startedAt) / 1000 };
    };
    const normal = await sendAmong('usual', 'answered');
    const { areDone, seconds } = await sendAmong('brisk', 'hanging');
    const { all, distinct } = smtp.count('brisk-');
    const hung = smtp.count('hanging-').all;
    answer.resolve('250 taken');
    await stage.untilMailsAreDone('hanging-');
    return [
      exactly('answered of those that hang', hung, 0),
      exactly('others delivered meanwhile', areDone ? distinct : 0, OTHERS),
      exactly('copies of them', all - distinct, 0),
      condition(
        `within 10 s of normal (${normal.seconds.toFixed(1)} s)`,
        `${seconds.toFixed(1)} s`,
        seconds < normal.seconds + 10,
      ),
      exactly('hanging ones delivered once they are answered', smtp.count('hanging-').all, HANGING),
    ];
  },
};

function countDead(stage: Stage, prefix: string): Promise<number> {
  return stage.count(`SELECT count(*) FROM pgboss.job WHERE name = $1 AND data->>'to' LIKE $2`, [
    FAILED_MAIL_QUEUE,
    `${prefix}%`,
  ]);
}
