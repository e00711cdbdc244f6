import { replacePlaceholders, type PageValues } from '@foyer/contracts/page-values';
import { isPageAmong, pages } from '@foyer/contracts/pages';

const loginPages = [pages.home, pages.login, pages.signin];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Whether the log-in screen is what the application shows first (decision 26): at its addresses, whatever the query
 * says, unless the page values tell who is signed in.
 */
export function showsLogin(path: string, { userEmail }: PageValues): boolean {
  return userEmail === '' && isPageAmong(loginPages, path);
}

/** Puts the page values where the build left their names. */
export function fillIn(html: string, { productName, links }: PageValues): string {
  const values = { productName, ...links };
  return replacePlaceholders(html, (name) =>
    values[name].replace(/[&<>"]/g, (character) => entities[character] ?? ''),
  );
}
