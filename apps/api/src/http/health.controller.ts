import { Controller, Get, Injectable, Inject } from '@nestjs/common';
import { migrationNames } from '@foyer/db/generated/migration-names';
import type { NextFunction, Request, Response } from 'express';
import { Pool } from 'pg';
import { Problem } from '../request/problem.ts';

/** Turns false when the process is told to stop. */
@Injectable()
export class Readiness {
  isDraining = false;

  /** While draining, answers close their connection, so that clients reconnect to another replica. */
  readonly closeWhenDraining = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}

/** The oldest migration not applied, and whether the database is read-only (a standby, or set so). */
const MISSING_MIGRATION = `
  SELECT (SELECT min(needed) FROM unnest($1::text[]) needed
           WHERE NOT EXISTS (SELECT FROM _prisma_migrations
                              WHERE migration_name = needed AND finished_at IS NOT NULL AND rolled_back_at IS NULL)
         ) AS name,
         current_setting('transaction_read_only')::boolean AS "isReadOnly"`;

@Controller()
export class HealthController {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    private readonly readiness: Readiness,
  ) {}

  /** `GET /healthz`: the process is up. */
  @Get('/healthz')
  isUp(): object {
    return { status: 'up' };
  }

  /**
   * `GET /readyz`: the database answers and can be written to, the migrations that this build needs are applied, and we
   * are not stopping. Newer migrations, running or failed ones say nothing of us: they are another release's.
   */
  @Get('/readyz')
  async isReady(): Promise<object> {
    if (this.readiness.isDraining) throw new Problem('Unavailable', { message: 'This replica is stopping.' });
    const { rows } = await this.pool.query<{ name: string | null; isReadOnly: boolean }>(MISSING_MIGRATION, [
      migrationNames,
    ]);
    const [{ name = null, isReadOnly = true } = {}] = rows;
    if (name !== null)
      throw new Problem('Unavailable', { message: `The database lacks the migration ${name}.` });
    if (isReadOnly) throw new Problem('Unavailable', { message: 'The database can only be read.' });
    return { status: 'ready' };
  }
}
