import { FAILED_MAIL_QUEUE } from '@foyer/mail/queues';
import type { Pool } from 'pg';
import { PgBoss } from 'pg-boss';
import { Fault } from '../fault.ts';

type DeadMail = { id: string; kind: string; to: string; at: Date; reason: string | null };

/** The mails that were given up, the oldest first, one a line. */
export async function listDeadMails(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<DeadMail>(
    `SELECT id, data->>'kind' AS kind, data->>'to' AS to, created_on AS at, output->>'message' AS reason
       FROM pgboss.job WHERE name = $1 AND state < 'completed' ORDER BY created_on`,
    [FAILED_MAIL_QUEUE],
  );
  if (rows.length === 0) return ['No mail was given up.'];
  return rows.map(({ id, kind, to, at, reason }) =>
    [id, at.toISOString(), kind.padEnd(20), to, reason ?? ''].join('  ').trimEnd(),
  );
}

/** Puts mails back into the queue they came from; all of them when no ids are given. Throws `Fault` when none is there. */
export async function retryDeadMails(pool: Pool, ids?: string[]): Promise<string[]> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    createSchema: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', (error) => console.error(error.message));
  await boss.start();
  try {
    const moved = await boss.redrive(FAILED_MAIL_QUEUE, ids ? { ids } : {});
    if (moved === 0) throw new Fault('No such mail was given up.');
    return [`${moved} mail(s) will be sent again.`];
  } finally {
    await boss.stop({ graceful: false });
  }
}
