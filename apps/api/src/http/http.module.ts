import { Global, Module } from '@nestjs/common';
import { AppOrigins } from './app-origins.service.ts';
import { RateLimiter } from './rate-limiter.ts';
import { CrossOrigin } from './cross-origin.ts';
import { Csrf } from '../identity/csrf.ts';
import { HealthController } from './health.controller.ts';
import { LoginLimit } from '../identity/login-limit.ts';
import { ObserveConsent } from './observe-consent.ts';
import { RedirectTargets } from './redirect-targets.ts';
import { Readiness } from './readiness.ts';
import { SessionController } from '../identity/sessions/session.controller.ts';

@Global()
@Module({
  controllers: [HealthController, SessionController],
  providers: [
    AppOrigins,
    RateLimiter,
    CrossOrigin,
    Csrf,
    LoginLimit,
    ObserveConsent,
    Readiness,
    RedirectTargets,
  ],
  exports: [RateLimiter, Csrf, ObserveConsent, RedirectTargets],
})
export class HttpModule {}
