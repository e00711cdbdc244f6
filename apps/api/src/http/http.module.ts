import { Global, Module } from '@nestjs/common';
import { AppOrigins } from './app-origins.service.ts';
import { CallCounts } from './call-counts.ts';
import { CrossOrigin } from './cross-origin.ts';
import { HealthController, Readiness } from './health.controller.ts';
import { LoginLimit } from './login-limit.ts';
import { RedirectTargets } from './redirect-targets.ts';

@Global()
@Module({
  controllers: [HealthController],
  providers: [AppOrigins, CallCounts, CrossOrigin, LoginLimit, Readiness, RedirectTargets],
  exports: [CallCounts, RedirectTargets],
})
export class HttpModule {}
