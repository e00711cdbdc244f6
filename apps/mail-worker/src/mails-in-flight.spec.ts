import { randomUUIDv7 } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { MAIL_QUEUE } from '@foyer/mail/queues';
import { startSender } from '@foyer/mail/start-sender';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';
import type { Pool } from 'pg';
import type { PgBoss } from 'pg-boss';
import { pino } from 'pino';
import { MailsInFlight, type MailResult } from './mails-in-flight.ts';

const MAX_PARALLEL = 40;

let pool: Pool;
let boss: PgBoss;
let inFlight: MailsInFlight;
let beforeFetchAnswers: (jobIds: unknown[]) => Promise<void>;
beforeEach(async () => {
  pool = openTestPool(4);
  await emptyDatabase(pool);
  beforeFetchAnswers = async () => {};
  const query = async (text: string, values?: unknown[]) => {
    const answer = await pool.query(text, values);
    if (text.includes('SKIP LOCKED')) await beforeFetchAnswers(answer.rows.map(({ id }) => id));
    return answer;
  };
  boss = await startSender({ query }, () => {});
});
afterEach(async () => {
  await inFlight.stop(0);
  await boss.stop({ graceful: false });
  await pool.end();
});

it('the worker fetches again for a slot that becomes free during a fetch, while all others are busy', async () => {
  const ends = new Map<string | null, () => void>();
  const send = () => boss.send(MAIL_QUEUE, {});
  for (let number = 0; number < MAX_PARALLEL; number++) await send();
  inFlight = new MailsInFlight(boss, pino({ level: 'silent' }), ({ id }) => {
    const { promise, resolve } = Promise.withResolvers<MailResult>();
    ends.set(id, () => resolve({ status: 'completed' }));
    return promise;
  });
  await until(() => ends.size === MAX_PARALLEL);

  const [first, second] = [...ends.values()];
  const next = await send();
  const late = await send();
  // The second slot becomes free while the worker fetches a mail for the first one.
  beforeFetchAnswers = async (ids) => {
    if (!ids.includes(next)) return;
    second?.();
    await until(async () => (await completedJobs()) === 2);
    await new Promise((resolve) => setImmediate(resolve));
  };
  first?.();
  await until(() => ends.has(late));
  for (const end of ends.values()) end();
  await until(async () => (await completedJobs()) === MAX_PARALLEL + 2);
});

it('the worker puts a mail back if another worker fetches an older mail to the same address', async () => {
  const send = async () =>
    boss.send(MAIL_QUEUE, {}, { id: randomUUIDv7(), group: { id: 'ada@example.com' } });
  const older = await send();
  await new Promise((resolve) => setTimeout(resolve, 2));
  const newer = await send();
  const fetching = await pool.connect();
  await fetching.query('BEGIN');
  await fetching.query('SELECT FROM pgboss.job WHERE id = $1 FOR UPDATE', [older]);
  const fetched: unknown[] = [];
  beforeFetchAnswers = (ids) => Promise.resolve(void fetched.push(...ids));
  const worked: string[] = [];
  inFlight = new MailsInFlight(boss, pino({ level: 'silent' }), ({ id }) => {
    worked.push(id);
    return Promise.resolve({ status: 'completed' });
  });
  await until(() => fetched.includes(newer));
  await fetching.query('ROLLBACK');
  fetching.release();
  await until(async () => (await completedJobs()) === 2);
  expect(worked).toEqual([older, newer]);
});

it('one free slot sends both mails to an address, even if the older ID has the later time', async () => {
  const ends: (() => void)[] = [];
  for (let number = 1; number < MAX_PARALLEL; number++) await boss.send(MAIL_QUEUE, {});
  inFlight = new MailsInFlight(boss, pino({ level: 'silent' }), ({ groupId }) => {
    if (groupId) return Promise.resolve({ status: 'completed' });
    const { promise, resolve } = Promise.withResolvers<MailResult>();
    ends.push(() => resolve({ status: 'completed' }));
    return promise;
  });
  await until(() => ends.length === MAX_PARALLEL - 1);
  // The older ID can have the later time, because `created_on` is the start of a transaction, and the clocks of
  // replicas differ.
  const [older, newer] = [randomUUIDv7(), randomUUIDv7()].sort();
  const jobs = [newer, older].map((id) => ({ id, group: { id: 'ada@example.com' } }));
  await boss.insert(
    MAIL_QUEUE,
    jobs.map((job) => ({ ...job, startAfter: 60 })),
  );
  await pool.query(
    `UPDATE pgboss.job SET start_after = now(), created_on = now() - CASE id WHEN $1 THEN interval '1 second' ELSE interval '0' END
      WHERE id IN ($1, $2)`,
    [newer, older],
  );
  await until(async () => (await completedJobs()) === 2);
  for (const end of ends) end();
});

const completedJobs = async () =>
  (await pool.query(`SELECT FROM pgboss.job WHERE name = $1 AND state = 'completed'`, [MAIL_QUEUE])).rowCount;

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await isTrue())) {
    expect(Date.now()).toBeLessThan(deadline);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
