import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable.ts';
import { RefusalFilter } from '../../http/refusal.filter.ts';
import { logOf } from '../../http/request-log.ts';

/** A response that signs nobody in; `location` is the page that says so. */
export class SsoRefused extends Error {
  constructor(readonly location: string) {
    super('the response signs nobody in');
  }
}

/**
 * The one catch of the assertion consumer: whatever happens, the browser is sent to a page of ours and the reason stays
 * in the log (SECURITY.md 3.2, "Errors"). Only without a database is it told to come back.
 */
@Catch()
export class SsoRefusedFilter implements ExceptionFilter {
  catch(thrown: unknown, host: ArgumentsHost): void {
    if (isDatabaseUnavailable(thrown)) return new RefusalFilter().catch(thrown, host);
    const http = host.switchToHttp();
    const isExpected = thrown instanceof SsoRefused;
    if (!isExpected) logOf(http.getRequest<Request>()).error({ err: thrown }, 'sign-in failed');
    http.getResponse<Response>().redirect(303, isExpected ? thrown.location : pages.samlError);
  }
}
