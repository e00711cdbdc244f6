import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable.ts';
import { ProblemFilter } from '../../http/problem.filter.ts';
import { Problem } from '../../request/problem.ts';
import type { CheckFailed } from './check.ts';

const RETRY_SECONDS = 2;

/**
 * A response that signs nobody in; `location` is the page that says so. `costs` when it is more than is read here, which
 * a program is told by the status: nobody who floods us need learn that by following redirects.
 */
export class SsoRefused extends Error {
  constructor(
    readonly location: string,
    readonly costs?: CheckFailed['costs'],
  ) {
    super('the response signs nobody in');
  }
}

/**
 * The one catch of the assertion consumer: whatever happens, the browser is sent to a page of ours and the reason stays
 * in the log (docs/security.md 3.2, "Errors"). Only without a database is it told to come back. Programs are told what
 * is too much by 413, 400 or 429.
 */
@Catch()
export class SsoRefusedFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    if (isDatabaseUnavailable(thrown)) return new ProblemFilter().catch(thrown, host);
    const http = host.switchToHttp();
    const costs = thrown instanceof SsoRefused ? thrown.costs : undefined;
    if (costs && isProgram(http.getRequest<Request>()))
      return new ProblemFilter().catch(new Problem(costs, { retryAfterSeconds: RETRY_SECONDS }), host);
    const isExpected = thrown instanceof SsoRefused;
    if (!isExpected) http.getRequest<Request>().context.log.error({ err: thrown }, 'sign-in failed');
    http.getResponse<Response>().redirect(303, isExpected ? thrown.location : pages.samlError);
  }
}

/** Browsers that post a form ask for a page. */
function isProgram(request: Request): boolean {
  return request.accepts(['json', 'html']) !== 'html';
}
