import type { Request } from 'express';
import { OAuthError } from '../../http/oauth-error.ts';

/** A parameter without a value is treated as missing (RFC 6749 3.1). */
export type Parameters = Partial<Record<string, string>>;

/** Throws `invalid_request` if a parameter occurs twice (RFC 6749 3.1, 3.2). */
export function readParameters(given: unknown): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (typeof value !== 'string') throw new OAuthError('invalid_request', 'A parameter is given twice.');
    if (value !== '') parameters[name] = value;
  }
  return parameters;
}

export function readFormParameters(request: Request): Parameters {
  if (Object.keys(request.query).length > 0)
    throw new OAuthError('invalid_request', 'Send the parameters in the body only.');
  return readParameters(request.body);
}
