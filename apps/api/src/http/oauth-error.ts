import { endpoints } from '@foyer/contracts/endpoints';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { Response } from 'express';
import type { Problem } from '../request/problem.ts';

/** Error codes of RFC 6749 4.1.2.1 and 5.2, of RFC 6750 3.1, and of OpenID Connect Core 3.1.2.6. */
export type OAuthErrorCode =
  | 'access_denied'
  | 'consent_required'
  | 'insufficient_scope'
  | 'interaction_required'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_token'
  | 'login_required'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

const STATUS: Partial<Record<OAuthErrorCode, number>> = {
  invalid_client: 401,
  invalid_token: 401,
  insufficient_scope: 403,
  server_error: 500,
  temporarily_unavailable: 503,
};

/** The answer is `{error, error_description}`. The description is for developers. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;
  readonly challenge: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: OAuthErrorCode,
    description: string,
    more: { status?: number; challenge?: string; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(toDescription(description));
    this.code = code;
    this.status = more.status ?? STATUS[code] ?? 400;
    this.challenge = more.challenge ?? (code === 'invalid_client' ? 'Basic realm="oauth"' : undefined);
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

const CALLS_OF_APPS = new Set<string>([
  endpoints.oauthToken.path,
  endpoints.oauthRevoke.path,
  endpoints.oauthIntrospect.path,
  endpoints.oauthUserinfo.path,
]);

export function isCallOfApps(path: string): boolean {
  return CALLS_OF_APPS.has(path);
}

/** Does not reveal details of internal failures. */
export function toOAuthError(problem: Problem, path: string): OAuthError {
  const { status, retryAfterSeconds, message } = problem;
  if (status === 429 || status === 503)
    return new OAuthError('temporarily_unavailable', message, { status, retryAfterSeconds });
  if (status >= 500) return new OAuthError('server_error', message);
  if (status === 415 && isCallOfApps(path))
    return new OAuthError('invalid_request', 'Send the request as application/x-www-form-urlencoded.', {
      status,
    });
  return new OAuthError('invalid_request', DESCRIPTIONS[problem.code]?.(problem) ?? message, { status });
}

/** Descriptions for developers, because the messages of these problems are for the users of a form. */
const DESCRIPTIONS: Partial<Record<ProblemCode, (problem: Problem) => string>> = {
  ValidationFailed: ({ fields = {}, message }) =>
    Object.entries(fields)
      .map(([name, fault]) => `${name}: ${fault.replace(/[.]?$/, '.')}`)
      .join(' ') || message,
  MalformedBody: () => 'The request could not be read.',
  BodyTooLarge: () => 'The request is too large.',
};

/** A description may contain only printable ASCII characters except `"` and `\` (RFC 6749 5.2). */
function toDescription(text: string): string {
  return text.replaceAll(/[\u2018\u2019"]/g, "'").replaceAll(/[^\x20-\x5b\x5d-\x7e]/g, '?');
}

export function answerOAuthError(error: OAuthError, response: Response): void {
  if (error.challenge !== undefined) response.setHeader('WWW-Authenticate', error.challenge);
  if (error.retryAfterSeconds !== undefined) response.setHeader('Retry-After', error.retryAfterSeconds);
  response
    .status(error.status)
    .set('Pragma', 'no-cache')
    .json({ error: error.code, error_description: error.message });
}
