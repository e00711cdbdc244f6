import { oauthScopes } from '@foyer/contracts/oauth';

const words: ReadonlyMap<string, string> = new Map(Object.entries(oauthScopes));

/** What an app may do, in words; a scope we have no words for is shown as it is. */
export function describeScopes(scopes: readonly string[]): string[] {
  return scopes.map((scope) => words.get(scope) ?? scope);
}
