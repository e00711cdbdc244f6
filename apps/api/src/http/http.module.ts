import { Global, Module } from '@nestjs/common';
import { CallCounts } from './call-counts.ts';
import { HealthController, Readiness } from './health.controller.ts';
import { LoginLimit } from './login-limit.ts';
import { RedirectTargets } from './redirect-targets.ts';

@Global()
@Module({
  controllers: [HealthController],
  providers: [CallCounts, LoginLimit, Readiness, RedirectTargets],
  exports: [CallCounts, RedirectTargets],
})
export class HttpModule {}
