import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import { AuditService } from '../../audit/audit.service.ts';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable.ts';
import { ProblemFilter } from '../../http/problem.filter.ts';
import { Problem } from '../../request/problem.ts';
import type { CheckFailed } from './check.ts';

const RETRY_SECONDS = 2;

/**
 * `location` is the page for the browser. `problemCode` is the code of the problem that a program gets instead of the
 * redirect. Otherwise, a program that floods the portal with SAML responses could follow each redirect to the page.
 */
export class SsoRedirect extends Error {
  constructor(
    readonly location: string,
    readonly problemCode?: CheckFailed['problemCode'],
  ) {
    super('the response signs nobody in');
  }
}

/**
 * Answers errors with a redirect to a page, and writes the reason only to the log (docs/security.md 3.2, "Errors").
 * Exceptions: 503 if the database is unreachable, and a problem with the code `problemCode` for programs.
 */
@Catch()
export class SsoRedirectFilter implements ExceptionFilter {
  constructor(private readonly audit: AuditService) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    if (isDatabaseUnavailable(thrown)) return new ProblemFilter(this.audit).catch(thrown, host);
    const http = host.switchToHttp();
    const problemCode = thrown instanceof SsoRedirect ? thrown.problemCode : undefined;
    if (problemCode && isProgram(http.getRequest<Request>()))
      return new ProblemFilter(this.audit).catch(
        new Problem(problemCode, { retryAfterSeconds: RETRY_SECONDS }),
        host,
      );
    const isExpected = thrown instanceof SsoRedirect;
    if (!isExpected) http.getRequest<Request>().context.log.error({ err: thrown }, 'sign-in failed');
    http.getResponse<Response>().redirect(303, isExpected ? thrown.location : pages.samlError);
  }
}

/** A browser that posts a form accepts HTML. */
function isProgram(request: Request): boolean {
  return request.accepts(['json', 'html']) !== 'html';
}
