import { Controller, Get, Injectable, Inject } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { Pool } from 'pg';
import { Refusal } from './refusal.ts';

/** Whether this process still takes new work: no longer once it was told to stop. */
@Injectable()
export class Readiness {
  isDraining = false;

  /** While it stops, every answer asks the caller to come back over a new connection, which leads elsewhere. */
  readonly closeWhenDraining = (_request: Request, response: Response, next: NextFunction): void => {
    if (this.isDraining) response.setHeader('Connection', 'close');
    next();
  };
}

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

  /** `GET /readyz`: the database answers, its migrations are applied, and we are not stopping. */
  @Get('/readyz')
  async isReady(): Promise<object> {
    if (this.readiness.isDraining) throw new Refusal('Unavailable');
    const { rows } = await this.pool.query<{ unfinished: string }>(
      'SELECT count(*) AS unfinished FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL',
    );
    if (rows[0]?.unfinished !== '0') throw new Refusal('Unavailable');
    return { status: 'ready' };
  }
}
