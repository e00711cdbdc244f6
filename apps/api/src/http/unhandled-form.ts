import { isPage } from '@foyer/contracts/pages';
import type { NextFunction, Request, Response } from 'express';
import { acceptsHtml } from './accepts-html.ts';
import { takesForms } from './read-body.ts';

/**
 * A form of a page, sent by the browser because no script of ours was there to handle it (decision 66). Its forms post,
 * so that no password stands in an address; nothing of it is read, and without content (RFC 9110 15.3.5) the browser
 * stays where it is, with all that was typed.
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
