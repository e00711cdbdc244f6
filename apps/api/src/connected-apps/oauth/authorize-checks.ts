import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { isRegisteredAs } from '@foyer/contracts/connected-apps/redirect-uri';
import { OAuthError } from '../../http/oauth-error.ts';
import type { Client } from './clients.service.ts';
import type { Parameters } from './parameters.ts';
import { promptsOf, type Prompts } from './prompts.ts';

/** Errors in the request may be sent to `redirectUri`. */
export type TrustedRequest = { client: Client; redirectUri: string; parameters: Parameters };

export type ValidRequest = TrustedRequest & { scopes: string[]; codeChallenge: string; prompts: Prompts };

/**
 * Returns undefined if the app is not enabled or has not registered the redirect URI (RFC 9700 2.1, 4.11). The visitor
 * then sees the error page instead of a redirect.
 */
export function trust(client: Client | undefined, parameters: Parameters): TrustedRequest | undefined {
  const { redirect_uri: redirectUri } = parameters;
  if (!client?.isEnabled || redirectUri === undefined) return undefined;
  const isItsOwn = client.redirectUris.some((registered) => isRegisteredAs(registered, redirectUri));
  return isItsOwn ? { client, redirectUri, parameters } : undefined;
}

type Check = (request: TrustedRequest) => void;

const checkResponseType: Check = ({ parameters }) => {
  if (parameters['response_type'] === undefined)
    throw new OAuthError('invalid_request', 'response_type is missing.');
  if (parameters['response_type'] !== 'code')
    throw new OAuthError('unsupported_response_type', 'The only response_type is code.');
};

const checkResponseMode: Check = ({ parameters }) => {
  if (parameters['response_mode'] !== undefined && parameters['response_mode'] !== 'query')
    throw new OAuthError('invalid_request', 'The only response_mode is query.');
};

const STATE = /^[\x20-\x7e]{1,512}$/;

/** RFC 6749 A.5, with at most 512 characters. */
export function stateOf({ state }: Parameters): string | undefined {
  return state !== undefined && STATE.test(state) ? state : undefined;
}

const checkState: Check = ({ parameters }) => {
  if (stateOf(parameters) === undefined)
    throw new OAuthError('invalid_request', 'state is missing, or not 1 to 512 printable ASCII characters.');
};

function scopesOf({ scope }: Parameters): string[] {
  return [...new Set(scope?.split(' ').filter((one) => one !== ''))];
}

export const NOT_ITS_SCOPE = 'A scope is unknown, or not one this app may ask for.';

const checkScope: Check = ({ client, parameters }) => {
  const scopes = scopesOf(parameters);
  if (scopes.length === 0) throw new OAuthError('invalid_scope', 'scope is missing.');
  if (!scopes.every((scope) => Object.hasOwn(oauthScopes, scope) && client.scopes.includes(scope)))
    throw new OAuthError('invalid_scope', NOT_ITS_SCOPE);
};

/** SHA-256 as base64url without padding (RFC 7636 4.2). */
const CODE_CHALLENGE = /^[\w-]{43}$/;

/** All apps must send a code challenge (RFC 9700 2.1.1). */
function codeChallengeOf({ code_challenge: challenge, code_challenge_method: method }: Parameters): string {
  if (challenge === undefined || !CODE_CHALLENGE.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge is missing, or not 43 characters of base64url.');
  if (method !== 'S256') throw new OAuthError('invalid_request', 'The only code_challenge_method is S256.');
  return challenge;
}

const checks = [checkResponseType, checkResponseMode, checkState, checkScope];

/** Throws an error for the app (RFC 6749 4.1.2.1). */
export function check(request: TrustedRequest): ValidRequest {
  for (const one of checks) one(request);
  const { parameters } = request;
  const codeChallenge = codeChallengeOf(parameters);
  return { ...request, scopes: scopesOf(parameters), codeChallenge, prompts: promptsOf(parameters) };
}
