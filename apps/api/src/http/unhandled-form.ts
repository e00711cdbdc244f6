import { isPage } from '@foyer/contracts/pages';
import type { NextFunction, Request, Response } from 'express';
import { acceptsHtml } from './accepts-html.ts';
import { takesForms } from './read-body.ts';

/**
 * Answers a page's form that the browser sent before our scripts could handle it (decision 66). Forms use POST, so that no
 * password gets into an address. The body is not read. With 204 (RFC 9110 15.3.5) the browser stays on the page and keeps
 * what was typed.
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
