import { FAILED_JOB_QUEUE, FAILED_MAIL_QUEUE } from '@foyer/mail/queues';
import type { Pool } from 'pg';
import { CommandError } from '../command-error.ts';
import { withQueues } from './with-queues.ts';

/** What is given up lies in one of two queues, for 30 days. */
const queues = { mail: FAILED_MAIL_QUEUE, job: FAILED_JOB_QUEUE };
type Kind = keyof typeof queues;

type GivenUp = { id: string; at: Date; what: string; whom: string; reason: string | null };

/** The mails or jobs that were given up, the oldest first, one a line: kind and address, or queue and content. */
async function list(pool: Pool, kind: Kind): Promise<string[]> {
  const { rows } = await pool.query<GivenUp>(
    `SELECT id, created_on AS at, coalesce(data->>'kind', source_name) AS what,
            CASE name WHEN $2 THEN data->>'to' ELSE data::text END AS whom, source_output->>'message' AS reason
       FROM pgboss.job WHERE name = $1 AND state < 'completed' ORDER BY created_on`,
    [queues[kind], FAILED_MAIL_QUEUE],
  );
  if (rows.length === 0) return [`No ${kind} was given up.`];
  return rows.map(({ id, at, what, whom, reason }) =>
    [id, at.toISOString(), what.padEnd(20), whom, reason ?? ''].join('  ').trimEnd(),
  );
}

/** Puts them back into the queue they came from; all of them when no ids are given. */
async function retry(pool: Pool, kind: Kind, ids?: string[]): Promise<string[]> {
  const count = await withQueues(pool, (boss) => boss.redrive(queues[kind], ids ? { ids } : {}));
  return [`${atLeastOne(count, kind)} ${kind}(s) will be ${kind === 'mail' ? 'sent' : 'tried'} again.`];
}

/** Forgets them, once nothing more is to be done about them; their alert ends then. */
async function drop(pool: Pool, kind: Kind, ids?: string[]): Promise<string[]> {
  const { rowCount } = await pool.query(
    `DELETE FROM pgboss.job WHERE name = $1 AND ($2::uuid[] IS NULL OR id = ANY($2))`,
    [queues[kind], ids ?? null],
  );
  return [`${atLeastOne(rowCount ?? 0, kind)} ${kind}(s) forgotten.`];
}

function atLeastOne(count: number, kind: Kind): number {
  if (count === 0) throw new CommandError(`No such ${kind} was given up.`);
  return count;
}

/**
 * Carries out what follows `dead-mails` or `dead-jobs`: nothing lists them, `retry` and `drop` take ids or "all".
 * Gives undefined when it is neither; throws `Fault` when there is nothing of these ids.
 */
export function workGivenUp(pool: Pool, kind: Kind, [verb, ...ids]: string[]): Promise<string[]> | undefined {
  if (verb === undefined) return list(pool, kind);
  const chosen = ids[0] === 'all' ? undefined : ids;
  if (ids.length === 0) return undefined;
  if (verb === 'retry') return retry(pool, kind, chosen);
  return verb === 'drop' ? drop(pool, kind, chosen) : undefined;
}
