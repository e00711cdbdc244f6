import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { directionOf, SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { translatorOf } from '@foyer/catalog/words/translator';
import { endpoints } from '@foyer/contracts/endpoints';
import { oauthRequest } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';
import type { Request, Response } from 'express';
import type { AuditService } from '../audit/audit.service.ts';
import { isSeatLimitError } from '../database/conflicts.ts';
import { isDatabaseUnavailable } from '../database/is-database-unavailable.ts';
import { POLICY_OF_ANSWERS } from './content-security-policy.ts';
import { answerOAuthError, isCallOfApps, OAuthError, toOAuthError } from './oauth-error.ts';
import { escapeHtml, problemPage } from './problem-page.ts';
import { Problem } from '../request/problem.ts';
import { acceptsHtml } from './accepts-html.ts';
import { rejectionOf } from './rejection-of.ts';
import { routeOf } from './observe-requests.ts';

@Catch()
export class ProblemFilter implements ExceptionFilter {
  readonly #audit: AuditService;
  readonly #isOfProduct: (request: Request) => boolean;

  /** For endpoints that apps also call, `isOfProduct` returns whether the caller is the diagramming product. */
  constructor(audit: AuditService, isOfProduct: (request: Request) => boolean = () => false) {
    this.#audit = audit;
    this.#isOfProduct = isOfProduct;
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const fault = thrown instanceof OAuthError ? thrown : toProblem(thrown);
    this.#noteRejection(fault, request);
    if (fault instanceof OAuthError) return answerOAuthError(fault, response);
    const problem = fault;
    // A problem that our code throws without a cause is an intended answer, so it is not logged as an error.
    if (problem.status >= 500 && (thrown !== problem || problem.cause !== undefined))
      request.context.log.error({ err: thrown, code: problem.code }, 'request failed');
    if (response.headersSent) return void response.destroy();
    if (this.#isOfApp(request)) return answerOAuthError(toOAuthError(problem, request.path), response);
    if (problem.retryAfterSeconds !== undefined) response.setHeader('Retry-After', problem.retryAfterSeconds);
    response.status(problem.status);
    if (acceptsHtml(request)) return answerWithPage(problem, request, response);
    response.json({
      code: problem.code,
      message: problem.message,
      ...(problem.fields ? { fields: problem.fields } : {}),
      ...problem.details,
    });
  }

  /** Writes no audit row, because callers can cause any number of refusals (docs/flows/refused-calls.md). */
  #noteRejection(fault: Problem | OAuthError, request: Request): void {
    const outcome = rejectionOf(fault, request);
    if (outcome === undefined) return;
    const { userId } = request.context;
    const details = { code: fault.code, method: request.method, route: routeOf(request) };
    this.#audit.report({ action: 'access.refused', outcome, userId, details }, request.context);
  }

  #isOfApp(request: Request): boolean {
    if (isCallOfApps(request.path)) return true;
    return request.endpoint === endpoints.inviteToEvent && !this.#isOfProduct(request);
  }
}

/** A malformed consent form must not be redirected (RFC 9700 4.11), so this HTML opens the error page. */
function errorPageLink({ language = SOURCE_LANGUAGE }: Request): string {
  const title = escapeHtml(
    translatorOf(language).t('common.unableToAuthorizeApp', 'Unable to authorize App'),
  );
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${pages.oauthAuthorizeError}"><title>${title}</title><a href="${pages.oauthAuthorizeError}">${title}</a>`;
}

function answerWithPage(problem: Problem, request: Request, response: Response): void {
  // Replaces the content security policy if the policy of a page was set already.
  response.setHeader('Content-Security-Policy', POLICY_OF_ANSWERS);
  const page = (html: string) => void response.type('html').send(html);
  if (request.endpoint !== endpoints.oauthDecision || problem.status >= 429)
    return page(problemPage(problem.message, request));
  const question = consentUrlOf(request);
  return question === undefined ? page(errorPageLink(request)) : response.redirect(303, question);
}

/**
 * Lets the user answer a posted consent form again, for example after the session has ended. Adds `consent` to `prompt`,
 * because the lost answer may have been No.
 */
function consentUrlOf(request: Request): string | undefined {
  const { data } = oauthRequest.safeParse(request.body);
  if (!data) return undefined;
  const prompt = [...new Set(data.prompt?.split(' ')).add('consent')].join(' ');
  return `${pages.oauthAuthorize}?${new URLSearchParams({ ...data, prompt }).toString()}`;
}

const DATABASE_RETRY_SECONDS = 2;

function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown;
  if (isSeatLimitError(thrown)) return new Problem('SeatLimitReached');
  if (isDatabaseUnavailable(thrown))
    return new Problem('Unavailable', { retryAfterSeconds: DATABASE_RETRY_SECONDS });
  const status = thrown instanceof HttpException ? thrown.getStatus() : statusOf(thrown);
  if (status === 413) return new Problem('BodyTooLarge');
  if (status === 415) return new Problem('UnsupportedMediaType');
  if (status === 404) return new Problem('NotFound');
  if (status >= 400 && status < 500) return new Problem('MalformedBody');
  return new Problem('InternalError');
}

/** Errors of Express' body parser have a `status`. */
function statusOf(thrown: unknown): number {
  return typeof thrown === 'object' &&
    thrown !== null &&
    'status' in thrown &&
    typeof thrown.status === 'number'
    ? thrown.status
    : 500;
}
