import { oauthScopes } from '@foyer/contracts/oauth';
import { inWords } from '../words/in-words.ts';

const words: ReadonlyMap<string, string> = new Map(Object.entries(oauthScopes));

/** Scopes in words; an unknown scope is shown as it is. */
export function describeScopes(scopes: readonly string[]): string[] {
  return scopes.map((scope) => inWords(words.get(scope) ?? scope));
}
