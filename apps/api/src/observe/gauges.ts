import { Inject, Injectable } from '@nestjs/common';
import { waitingCallers } from '@foyer/db/shared-pool';
import { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { Metrics } from './metrics.ts';

/**
 * Gauges read on scrape: the pool and the job queues. The latter come from one statement over waiting jobs, covered by an
 * index of pg-boss.
 */
@Injectable()
export class Gauges {
  constructor(metrics: Metrics, @Inject(Pool) pool: Pool) {
    const registers = [metrics.registry];
    new Gauge({
      name: 'foyer_database_pool_connections',
      help: 'Connections by state; "waiting" are callers without one.',
      labelNames: ['state'],
      registers,
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'waiting' }, waitingCallers(pool));
      },
    });
    new Gauge({
      name: 'foyer_database_pool_size',
      help: 'Connections there may be.',
      registers,
      collect() {
        this.set(pool.options.max);
      },
    });
    // One statement serves both gauges; without a database, only these are missing.
    let reading: Promise<WaitingJobs[]> | undefined;
    const readJobs = (): Promise<WaitingJobs[]> =>
      (reading ??= pool
        .query<WaitingJobs>(WAITING_JOBS)
        .then(({ rows }) => rows)
        .catch(() => [])
        .finally(() => (reading = undefined)));
    new Gauge({
      name: 'foyer_queue_jobs',
      help: 'Jobs that are due or in hand.',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        for (const { name, jobs } of await readJobs()) this.set({ queue: name }, jobs);
      },
    });
    new Gauge({
      name: 'foyer_queue_oldest_job_age_seconds',
      help: 'Since when the oldest job is due and not done.',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        for (const { name, age } of await readJobs()) this.set({ queue: name }, age);
      },
    });
  }
}

type WaitingJobs = { name: string; jobs: number; age: number };

/** Includes empty queues: a gauge that vanishes can neither raise nor end an alert. */
const WAITING_JOBS = `
  SELECT q.name, coalesce(w.jobs, 0)::int AS jobs, coalesce(w.age, 0)::float8 AS age
    FROM pgboss.queue q
    LEFT JOIN (
      SELECT name, count(*) AS jobs, extract(epoch FROM now() - min(start_after)) AS age
        FROM pgboss.job
       WHERE state < 'completed' AND start_after <= now()
       GROUP BY name
    ) w USING (name)
   WHERE q.name NOT LIKE '\\_\\_pgboss%'`;
