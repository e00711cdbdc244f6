import { join } from 'node:path';
import { NestFactory, Reflector } from '@nestjs/core';
import { StandardSchemaSerializerInterceptor, StandardSchemaValidationPipe } from '@nestjs/common';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { fieldsOf } from '@foyer/contracts/field-problems';
import express, { type Express } from 'express';
import { AppModule } from './app.module.ts';
import type { ApiEnv } from './config/env.ts';
import { WEB_DIST } from './config/web-dist.ts';
import { AuditService } from './audit/audit.service.ts';
import { ServiceCredential } from './connected-apps/service-credential.ts';
import { UpgradePage } from './billing/upgrade-page.ts';
import { AuthorizePage } from './connected-apps/authorize-page.ts';
import { Pages } from './pages/pages.ts';
import { refuseRepeatedHeaders } from './http/ambiguous-requests.ts';
import { asEndpoint } from './http/endpoint-of.ts';
import { readCookies } from './http/request-context.ts';
import { takeCspReport } from './http/csp-report.ts';
import { RateLimiter } from './http/rate-limiter.ts';
import { CrossOrigin } from './http/cross-origin.ts';
import { Csrf } from './identity/csrf.ts';
import { Readiness } from './http/readiness.ts';
import { bearerInHeader } from './connected-apps/require-scope.ts';
import { LoginLimit } from './identity/login-limit.ts';
import { limitRates } from './http/rate-limits.ts';
import { readJsonBody } from './http/read-body.ts';
import { readLanguage } from './http/read-language.ts';
import { ProblemFilter } from './http/problem.filter.ts';
import { refusePlainHttp } from './http/refuse-plain-http.ts';
import { logRequests, measureRequests, traceRequests } from './http/observe-requests.ts';
import { NestLog } from './observe/log.ts';
import { securityHeaders } from './http/security-headers.ts';
import { serveAssets } from './http/serve-assets.ts';
import { ignoreUnhandledForm } from './http/unhandled-form.ts';
import { rejectUnknownRoutes } from './http/unknown-routes.ts';
import { wellKnown } from './http/well-known.ts';
import { Metrics } from './observe/metrics.ts';
import { Tracing } from './observe/tracing.ts';
import { Problem } from './request/problem.ts';

/**
 * Load balancers and clients usually close idle connections after a minute. The API waits longer, because a request on
 * a connection that the API is closing would get no response.
 */
const UNUSED_CONNECTION_MS = 75_000;

export async function buildApp(env: ApiEnv, webFolder = WEB_DIST): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.with(env, webFolder),
    new ExpressAdapter(strictExpress()),
    {
      bodyParser: false,
      logger: new NestLog(),
      abortOnError: false,
    },
  );
  app.getHttpServer().keepAliveTimeout = UNUSED_CONNECTION_MS;
  app.set('trust proxy', env.TRUSTED_PROXY_HOPS);
  app.set('query parser', 'simple');
  app.set('etag', false);
  app.disable('x-powered-by');
  app.use(traceRequests(app.get(Tracing)));
  app.use(logRequests);
  app.use(measureRequests(app.get(Metrics)));
  app.use(app.get(Readiness).closeWhenDraining);
  app.use(securityHeaders(env));
  app.use(refuseRepeatedHeaders);
  app.use('/assets', serveAssets(join(webFolder, 'assets')));
  app.use(ignoreUnhandledForm);
  app.use(rejectUnknownRoutes);
  app.use(asEndpoint);
  app.use(readCookies);
  app.use(readLanguage(env));
  app.use(refusePlainHttp(env));
  app.use(app.get(CrossOrigin).answer);
  app.use(app.get(Csrf).rejectCrossOrigin);
  app.use(limitRates(app.get(RateLimiter), (request) => app.get(LoginLimit).isCountedLater(request)));
  app.use(takeCspReport);
  app.use(readJsonBody);
  app.use(app.get(LoginLimit).limit);
  app.use(app.get(Csrf).protect);
  app.use(wellKnown(env));
  app.use(app.get(AuthorizePage).answer);
  app.use(app.get(UpgradePage).answer);
  app.use(app.get(Pages).answer);
  app.useGlobalFilters(
    new ProblemFilter(app.get(AuditService), (request) =>
      app.get(ServiceCredential).isGoodFor(bearerInHeader(request)),
    ),
  );
  app.useGlobalPipes(
    new StandardSchemaValidationPipe({
      exceptionFactory: (issues) => new Problem('ValidationFailed', { fields: fieldsOf(issues) }),
    }),
  );
  app.useGlobalInterceptors(new StandardSchemaSerializerInterceptor(app.get(Reflector)));
  return app;
}

/**
 * Turns on strict and case-sensitive routing, so that limits, CSRF protection and the router see the same path
 * (docs/flows/rate-limits.md). Nest creates the router immediately, so it must receive an app with these settings.
 */
function strictExpress(): Express {
  return express().enable('case sensitive routing').enable('strict routing');
}
