import { oauthRequest, type OAuthRequest } from '@foyer/contracts/connected-apps/oauth';

/** Returns undefined if the request is invalid or repeats a parameter (RFC 6749 3.1). */
export function readOAuthRequest(query: URLSearchParams): OAuthRequest | undefined {
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) return undefined;
  return oauthRequest.safeParse(Object.fromEntries(query)).data;
}
