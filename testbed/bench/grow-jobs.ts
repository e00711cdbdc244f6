import { MAIL_QUEUE } from '@foyer/mail/queues';
import { startSender } from '@foyer/mail/start-sender';
import type { Pool } from 'pg';
import { GrowthClient, micro, report, printCost, printSize } from './grown-table.ts';

const CALLS = 200;
/** The size of a mail's encrypted content, in bytes. */
const DATA_BYTES = 700;

export async function growJobs(pool: Pool, rows: number): Promise<void> {
  const growth = await GrowthClient.on(pool);
  let last: Promise<unknown> = Promise.resolve();
  // Runs queries one after the other, because a connection runs one statement at a time.
  const query = (text: string, values?: unknown[]) => {
    const answer = last.then(() => growth.client.query(text, values));
    last = answer.catch(() => {});
    return answer;
  };
  const boss = await startSender({ query }, () => {});
  await boss.createQueue('own', { partition: true });
  const { rows: own } = await growth.client.query<{ table: string }>(
    `SELECT 'pgboss.' || table_name AS table FROM pgboss.queue WHERE name = 'own'`,
  );
  for (const [queue, table, as] of [
    [MAIL_QUEUE, 'pgboss.job_common', 'in the shared table'],
    ['own', own[0]?.table ?? '', 'in a table of its own'],
  ] as const) {
    const fetchAndDo = async () => {
      for (let call = 0; call < CALLS; call++) await boss.send(queue, { text: 'x'.repeat(DATA_BYTES) });
      const cost = await growth.cost(async () => {
        for (let call = 0; call < CALLS; call++) {
          const [job] = await boss.fetch(queue);
          if (job) await boss.complete(queue, job.id);
        }
      });
      return micro(cost.cpuMs, CALLS);
    };
    report(`jobs, ${as}: fetching and completing one beside none`, await fetchAndDo());
    await growth.run('SET synchronous_commit = off');
    await growth.run(
      `INSERT INTO pgboss.job (name, data, state, created_on, started_on, completed_on, deletion_seconds)
       SELECT $1, jsonb_build_object('text', repeat(md5(n::text), ${Math.round(DATA_BYTES / 32)})), 'completed',
              now() - interval '2 hours', now() - interval '2 hours', now() - interval '2 hours', 3600
         FROM generate_series(1, $2::int) n`,
      [queue, rows],
    );
    await growth.run(`VACUUM ANALYZE ${table}`);
    await growth.run('RESET synchronous_commit; CHECKPOINT');
    await printSize(growth, `jobs, ${as}: size`, table);
    report(`jobs, ${as}: fetching and completing one beside those that are done`, await fetchAndDo());
    const forget = `
      DELETE FROM ${table} WHERE name = ANY(ARRAY[$1]) AND
        ((deletion_seconds > 0 AND completed_on + deletion_seconds * interval '1s' < now())
         OR (state < 'active' AND keep_until < now()))`;
    if (queue === MAIL_QUEUE) {
      printCost(
        `jobs, ${as}: forgetting those that are done`,
        await growth.cost(() => growth.run(forget, [queue])),
      );
      printCost(`jobs, ${as}: VACUUM after it`, await growth.cost(() => growth.run(`VACUUM ${table}`)));
    } else {
      printCost(`jobs, ${as}: emptying it`, await growth.cost(() => growth.run(`TRUNCATE ${table}`)));
    }
  }
  await boss.stop({ graceful: false });
  growth.release();
}
