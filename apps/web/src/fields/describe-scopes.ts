import { oauthScopes } from '@foyer/contracts/oauth';

const words: ReadonlyMap<string, string> = new Map(Object.entries(oauthScopes));

/** Scopes in words; an unknown scope is shown as it is. */
export function describeScopes(scopes: readonly string[]): string[] {
  return scopes.map((scope) => words.get(scope) ?? scope);
}
