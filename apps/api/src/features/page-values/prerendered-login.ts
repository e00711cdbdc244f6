import { replacePlaceholders, type PageValues } from '@foyer/contracts/page-values';
import { isPageAmong, pages } from '@foyer/contracts/pages';

const loginPages = [pages.home, pages.login, pages.signin];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Whether the application would first show the log-in screen (decision 26): at its paths, whatever the query, unless
 * somebody is signed in.
 */
export function showsLogin(path: string, { userEmail }: PageValues): boolean {
  return userEmail === '' && isPageAmong(loginPages, path);
}

/** Replaces the placeholders that the build left. */
export function fillIn(html: string, { productName, links }: PageValues): string {
  const values = { productName, ...links };
  return replacePlaceholders(html, (name) =>
    values[name].replace(/[&<>"]/g, (character) => entities[character] ?? ''),
  );
}
