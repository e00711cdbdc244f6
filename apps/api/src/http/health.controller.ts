import { Controller, Get, Inject, Req } from '@nestjs/common';
import type { Request } from 'express';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Problem } from '../request/problem.ts';
import { Readiness } from './readiness.ts';
import { protocolOf } from './refuse-plain-http.ts';

/** Probes (docs/architecture.md 4) are not logged, traced or counted. */
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    @Inject(API_ENV) private readonly env: ApiEnv,
  ) {}

  /**
   * `GET /healthz`: the answer has the caller's IP address and protocol as the API sees them, for `operate check
   * --from-outside`.
   */
  @Get('/healthz')
  isUp(@Req() request: Request): object {
    const protocol = protocolOf(request.get('x-forwarded-proto'), this.env.TRUSTED_PROXY_HOPS);
    return { status: 'up', address: request.ip, protocol };
  }

  @Get('/readyz')
  async isReady(): Promise<object> {
    const unready = await this.readiness.look();
    if (unready) throw new Problem('Unavailable', { message: unready.message });
    return { status: 'ready' };
  }
}
