import { oauthRequest, type OAuthRequest } from '@foyer/contracts/oauth';

/** What the address asks for; nothing if it is incomplete or says one thing twice (RFC 6749 3.1). */
export function readOAuthRequest(query: URLSearchParams): OAuthRequest | undefined {
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) return undefined;
  return oauthRequest.safeParse(Object.fromEntries(query)).data;
}
