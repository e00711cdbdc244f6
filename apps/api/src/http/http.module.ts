import { Global, Module } from '@nestjs/common';
import { AppOrigins } from './app-origins.service.ts';
import { RateLimiter } from './rate-limiter.ts';
import { CrossOrigin } from './cross-origin.ts';
import { HealthController } from './health.controller.ts';
import { TrackingConsent } from './tracking-consent.ts';
import { RedirectTargets } from './redirect-targets.ts';
import { Readiness } from './readiness.ts';

@Global()
@Module({
  controllers: [HealthController],
  providers: [AppOrigins, RateLimiter, CrossOrigin, TrackingConsent, Readiness, RedirectTargets],
  exports: [CrossOrigin, RateLimiter, TrackingConsent, RedirectTargets],
})
export class HttpModule {}
