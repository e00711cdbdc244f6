import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RETENTION_QUEUE } from '@foyer/mail/queues';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { log } from '../observe/log.ts';
import { Metrics } from '../observe/metrics.ts';
import { Jobs } from './jobs.ts';
import { retentionRules, type RetentionRule } from './retention.ts';

const EVERY_NIGHT = '30 3 * * *';
/** Small batches hold locks only briefly. */
const BATCH_SIZE = 1_000;

@Injectable()
export class RetentionService implements OnApplicationBootstrap {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly jobs: Jobs,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work(RETENTION_QUEUE, () => this.run());
    await this.jobs.repeat(RETENTION_QUEUE, EVERY_NIGHT);
  }

  async run(): Promise<void> {
    for (const rule of retentionRules(this.env.AUDIT_RETENTION_DAYS)) {
      const rows = await this.#delete(rule);
      this.metrics.countDeleted(rule.table, rows);
      if (rows > 0) log.info({ table: rule.table, rows }, 'deleted what is past its time');
    }
    this.metrics.countRetention();
  }

  async #delete({ table, endedAt, keepDays, by }: RetentionRule): Promise<number> {
    const statement = by
      ? `SELECT ${by}($1, $2)::int AS rows`
      : `WITH gone AS (
           DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
             SELECT ctid FROM ${table} WHERE ${endedAt} < now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED
           )) RETURNING 1
         ) SELECT count(*)::int AS rows FROM gone`;
    for (let deleted = 0; ;) {
      const { rows } = await this.pool.query<{ rows: number }>(statement, [keepDays, BATCH_SIZE]);
      const count = rows[0]?.rows ?? 0;
      deleted += count;
      if (count < BATCH_SIZE) return deleted;
    }
  }
}
