import { endpoints } from '@foyer/contracts/endpoints';
import { pathPattern } from '@foyer/contracts/path-pattern';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { Problem } from '../request/problem.ts';
import { refuseRepeatedNames } from './ambiguous-requests.ts';

/** The limit is larger than the longest body that our forms can send. */
const JSON_BODY_LIMIT = '32kb';

const WEBHOOK_BODY_LIMIT = '512kb';

const parseJson = express.json({
  limit: JSON_BODY_LIMIT,
  strict: true,
  type: 'application/json',
  verify: refuseRepeatedNames,
});

/** Reads bytes, because a webhook's signature covers the bytes. */
const readRaw = express.raw({ limit: WEBHOOK_BODY_LIMIT, type: () => true });

/** SAML responses of real identity providers have about ten kilobytes. */
const ASSERTION_BODY_LIMIT = '128kb';
const ASSERTION_CONSUMER = pathPattern(endpoints.samlAcs.path);

const readForm = express.raw({
  limit: ASSERTION_BODY_LIMIT,
  inflate: false,
  type: 'application/x-www-form-urlencoded',
});

/**
 * Replaces a body that is too large with `BODY_TOO_LARGE`. Ignores other errors, because the assertion consumer answers
 * with a page anyway.
 */
const readAssertion: RequestHandler = (request, response, next) =>
  readForm(request, response, (error: unknown) => {
    if (isTooLarge(error)) request.body = BODY_TOO_LARGE;
    next();
  });

export const BODY_TOO_LARGE = Symbol('body too large');

const isTooLarge = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 413;

const FORM_BODY_LIMIT = '32kb';
const FORMS = new Set<string>([
  endpoints.oauthDecision.path,
  endpoints.oauthToken.path,
  endpoints.oauthRevoke.path,
  endpoints.oauthIntrospect.path,
  endpoints.oauthUserinfoByPost.path,
]);
export function takesForms({ method, path }: Request): boolean {
  return method === 'POST' && FORMS.has(path);
}

const parseForm = express.urlencoded({ extended: false, limit: FORM_BODY_LIMIT, parameterLimit: 50 });

/**
 * Reads webhook and SAML bodies as bytes. Parses forms on some OAuth endpoints, and JSON elsewhere. Rejects other
 * content types, so that a form of another site cannot reach a JSON route.
 */
export const readJsonBody: RequestHandler = (request: Request, response: Response, next: NextFunction) => {
  if (request.path === endpoints.stripeWebhook.path) return readRaw(request, response, next);
  if (request.method === 'POST' && ASSERTION_CONSUMER.test(request.path))
    return readAssertion(request, response, next);
  const isForm = takesForms(request);
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (hasBody && !request.is(isForm ? 'application/x-www-form-urlencoded' : 'application/json'))
    return next(new Problem('UnsupportedMediaType'));
  (isForm ? parseForm : parseJson)(request, response, next);
};
