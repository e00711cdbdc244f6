import { oauthRequest, oauthScopes, type OAuthRequest } from '@foyer/contracts/oauth';

/** What the address asks for; nothing if it is incomplete or says one thing twice (RFC 6749 3.1). */
export function readOAuthRequest(query: URLSearchParams): OAuthRequest | undefined {
  const names = [...query.keys()];
  if (new Set(names).size !== names.length) return undefined;
  const result = oauthRequest.safeParse(Object.fromEntries(query));
  return result.success && hostOf(result.data.redirect_uri) ? result.data : undefined;
}

/** Where the app receives its answer. */
export function hostOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).host : undefined;
}

/** What is granted, in words; a scope we have no words for is shown as it is. */
export function describeScopes(scope: string | undefined): string[] {
  return (scope ?? '')
    .split(' ')
    .filter(Boolean)
    .map((name) => oauthScopes[name] ?? name);
}
