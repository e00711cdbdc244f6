import { Global, Module } from '@nestjs/common';
import { HealthController, Readiness } from './health.controller.ts';
import { RedirectTargets } from './redirect-targets.ts';

@Global()
@Module({
  controllers: [HealthController],
  providers: [Readiness, RedirectTargets],
  exports: [RedirectTargets],
})
export class HttpModule {}
