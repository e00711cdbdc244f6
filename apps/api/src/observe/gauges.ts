import { Inject, Injectable } from '@nestjs/common';
import { waitingCallers } from '@foyer/db/shared-pool';
import { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { inTime } from './in-time.ts';
import { Metrics } from './metrics.ts';

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
    // One statement serves both gauges of queues. If the database does not answer, only these two gauges are missing.
    let reading: Promise<DueJobs[]> | undefined;
    const readJobs = (): Promise<DueJobs[]> =>
      (reading ??= inTime(pool.query<DueJobs>(DUE_JOBS))
        .then((found) => found?.rows ?? [])
        .catch(() => [])
        .finally(() => (reading = undefined)));
    new Gauge({
      name: 'foyer_queue_jobs',
      help: 'Jobs that are due, in hand or to be tried again.',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        for (const { queue, jobs } of await readJobs()) this.set({ queue }, jobs);
      },
    });
    new Gauge({
      name: 'foyer_queue_oldest_job_age_seconds',
      help: 'How long the oldest job has waited: since it was due, or, where a try of it failed, since it was made.',
      labelNames: ['queue'],
      registers,
      async collect() {
        this.reset();
        for (const { queue, age } of await readJobs()) this.set({ queue }, age);
      },
    });
  }
}

type DueJobs = { queue: string; jobs: number; age: number };

/** Includes empty queues, because a gauge that disappears can neither start nor end an alert. */
const DUE_JOBS = `SELECT queue, jobs, age FROM due_jobs()`;
