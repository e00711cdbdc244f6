import type { Request } from 'express';
import { OAuthError } from '../../http/oauth-error.ts';

/** Parameters by name. A parameter without a value is treated as missing (RFC 6749 3.1). */
export type Parameters = Partial<Record<string, string>>;

/** Reads the parameters of a URL or form. Throws `invalid_request` if one occurs twice (RFC 6749 3.1, 3.2). */
export function readParameters(given: unknown): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    if (typeof value !== 'string') throw new OAuthError('invalid_request', 'A parameter is given twice.');
    if (value !== '') parameters[name] = value;
  }
  return parameters;
}

/** Reads a posted form's parameters. Throws `invalid_request` if the URL also has some, or if one occurs twice. */
export function readFormParameters(request: Request): Parameters {
  if (Object.keys(request.query).length > 0)
    throw new OAuthError('invalid_request', 'Send the parameters in the body only.');
  return readParameters(request.body);
}
