import { isPage } from '@foyer/contracts/pages';
import type { NextFunction, Request, Response } from 'express';
import { acceptsHtml } from './accepts-html.ts';
import { takesForms } from './read-body.ts';

/**
 * Answers a form that the browser posted before our scripts could handle it. With 204 (RFC 9110 15.3.5),
 * the browser stays on the page and keeps the input. Such forms use POST, so that no password gets into a URL.
 */
export function ignoreUnhandledForm(request: Request, response: Response, next: NextFunction): void {
  const isUnhandled =
    request.method === 'POST' &&
    isPage(request.path) &&
    !takesForms(request) &&
    acceptsHtml(request) &&
    request.is('application/x-www-form-urlencoded');
  if (isUnhandled) response.status(204).end();
  else next();
}
