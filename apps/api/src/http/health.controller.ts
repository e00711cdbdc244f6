import { Controller, Get } from '@nestjs/common';
import { Problem } from '../request/problem.ts';
import { Readiness } from './readiness.ts';

/** Probes (docs/architecture.md 4): neither logged, traced nor counted. */
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** `GET /healthz`: the process is up. */
  @Get('/healthz')
  isUp(): object {
    return { status: 'up' };
  }

  /** `GET /readyz`: this replica can take requests; if not, why. */
  @Get('/readyz')
  async isReady(): Promise<object> {
    const unready = await this.readiness.look();
    if (unready) throw new Problem('Unavailable', { message: unready.message });
    return { status: 'ready' };
  }
}
