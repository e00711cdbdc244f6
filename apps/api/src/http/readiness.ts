import { Inject, Injectable } from '@nestjs/common';
import { migrationNames } from '@foyer/db/generated/migration-names';
import type { NextFunction, Request, Response } from 'express';
import { Pool } from 'pg';
import { Gauge } from 'prom-client';
import { asCaller } from '../database/callers.ts';
import { inTime } from '../observe/in-time.ts';
import { log } from '../observe/log.ts';
import { Metrics } from '../observe/metrics.ts';
import { isProbe } from './endpoint-of.ts';

const reasons = ['stopping', 'database', 'read-only', 'migration'] as const;
type Unready = { reason: (typeof reasons)[number]; message: string; err?: unknown };

const MISSING_MIGRATION = `
  SELECT (SELECT min(needed) FROM unnest($1::text[]) needed
           WHERE NOT EXISTS (SELECT FROM _prisma_migrations
                              WHERE migration_name = needed AND finished_at IS NOT NULL AND rolled_back_at IS NULL)
         ) AS name,
         current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

/** Probes and scrapes of the metrics both run the check, so the gauge is never stale, even without probes. */
@Injectable()
export class Readiness {
  isDraining = false;
  /** The time (`performance.now()`) of the last request while draining. Probes do not count. */
  lastRequestAt = 0;
  #lastReason: string | undefined;

  constructor(
    @Inject(Pool) private readonly pool: Pool,
    metrics: Metrics,
  ) {
    const look = () => this.look();
    new Gauge({
      name: 'foyer_ready',
      help: 'Whether this replica can take requests, by what could keep it from that: 0 is the reason why it cannot.',
      labelNames: ['reason'],
      registers: [metrics.registry],
      async collect() {
        const unready = await look();
        // All reasons are always reported. If one disappeared, the waiting time of its alert would start again.
        for (const reason of reasons) this.set({ reason }, unready?.reason === reason ? 0 : 1);
      },
    });
  }

  /** Closes connections while draining, so that clients reconnect to another replica. */
  readonly closeWhenDraining = (request: Request, response: Response, next: NextFunction): void => {
    if (this.isDraining) {
      if (!isProbe(request)) this.lastRequestAt = performance.now();
      response.setHeader('Connection', 'close');
    }
    next();
  };

  async look(): Promise<Unready | undefined> {
    const unready = await this.#find();
    if (unready?.reason !== this.#lastReason) {
      this.#lastReason = unready?.reason;
      if (unready) log.warn({ reason: unready.reason, why: unready.message, err: unready.err }, 'not ready');
      else log.info('ready again');
    }
    return unready;
  }

  /** Ignores migrations that this build does not need, even failed ones. */
  async #find(): Promise<Unready | undefined> {
    if (this.isDraining) return { reason: 'stopping', message: 'This replica is stopping.' };
    const outOfReach = { reason: 'database', message: 'The database is out of reach.' } as const;
    try {
      // The check has its own share of connections (callers.ts), so it also works when another caller has used up its
      // share.
      const found = await asCaller('readiness', () =>
        inTime(
          this.pool.query<{ name: string | null; isReadOnly: boolean }>(MISSING_MIGRATION, [migrationNames]),
        ),
      );
      const [row] = found?.rows ?? [];
      if (!row) return outOfReach;
      if (row.name !== null)
        return { reason: 'migration', message: `The database lacks the migration ${row.name}.` };
      if (row.isReadOnly) return { reason: 'read-only', message: 'The database can only be read.' };
      return undefined;
    } catch (err) {
      return { ...outOfReach, err };
    }
  }
}
