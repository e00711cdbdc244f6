import { FAILED_JOB_QUEUE, FAILED_MAIL_QUEUE } from '@foyer/mail/queues';
import type { Pool } from 'pg';
import { CommandError } from '@foyer/tools/command-error';
import type { CommandDatabase } from './with-database.ts';
import { recordGivenUp } from './record.ts';
import { withQueues } from './with-queues.ts';

/** The queues of failed mails and of other failed jobs. A failed job stays there for 30 days. */
const queues = { mail: FAILED_MAIL_QUEUE, job: FAILED_JOB_QUEUE };
type Kind = keyof typeof queues;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

type GivenUp = { id: string; at: Date; what: string; whom: string; reason: string | null };

const noneOf = (kind: Kind) => `There are no failed ${kind}s.`;

async function list(pool: Pool, kind: Kind): Promise<string[]> {
  const { rows } = await pool.query<GivenUp>(
    `SELECT id, created_on AS at, coalesce(data->>'kind', source_name) AS what,
            CASE name WHEN $2 THEN data->>'to' ELSE data::text END AS whom, source_output->>'message' AS reason
       FROM pgboss.job WHERE name = $1 AND state < 'completed' ORDER BY created_on`,
    [queues[kind], FAILED_MAIL_QUEUE],
  );
  if (rows.length === 0) return [noneOf(kind)];
  return rows.map(({ id, at, what, whom, reason }) =>
    [id, at.toISOString(), what.padEnd(20), whom, (reason ?? '').trim().replaceAll(/\s+/g, ' ')]
      .join('  ')
      .trimEnd(),
  );
}

async function retry(pool: Pool, kind: Kind, ids?: string[]): Promise<number> {
  return withQueues(pool, (boss) => boss.redrive(queues[kind], ids ? { ids } : {}));
}

async function drop(pool: Pool, kind: Kind, ids?: string[]): Promise<number> {
  const { rowCount } = await pool.query(
    `DELETE FROM pgboss.job WHERE name = $1 AND ($2::uuid[] IS NULL OR id = ANY($2))`,
    [queues[kind], ids ?? null],
  );
  return rowCount ?? 0;
}

const verbs = {
  retry: { work: retry, says: { mail: 'will be sent again', job: 'will be tried again' } },
  drop: { work: drop, says: { mail: 'deleted', job: 'deleted' } },
};

/**
 * Runs `retry` or `drop` for IDs or "all", and records it in the security log. Without a verb, lists the failed jobs.
 * Returns undefined for other arguments. Throws `CommandError` if there is no failed job with these IDs.
 */
export function manageFailedJobs(
  database: CommandDatabase,
  kind: Kind,
  [verb, ...ids]: string[],
): Promise<string[]> | undefined {
  if (verb === undefined) return list(database.pool, kind);
  if ((verb !== 'retry' && verb !== 'drop') || ids.length === 0) return undefined;
  return applyToJobs(database, kind, verb, ids[0] === 'all' ? undefined : ids);
}

async function applyToJobs(
  { pool, prisma }: CommandDatabase,
  kind: Kind,
  verb: keyof typeof verbs,
  ids: string[] | undefined,
): Promise<string[]> {
  const { work, says } = verbs[verb];
  const areIds = ids?.every((id) => UUID.test(id)) ?? true;
  const count = areIds ? await work(pool, kind, ids) : 0;
  if (count === 0) throw new CommandError(ids ? `No failed ${kind} has this ID.` : noneOf(kind));
  await recordGivenUp(prisma, kind, verb, count);
  return [`${count} ${kind}(s) ${says[kind]}.`];
}
