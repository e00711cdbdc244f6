import { LANGUAGE_COOKIE } from '@foyer/catalog/languages';

const A_YEAR_IN_SECONDS = 31_536_000;

/** Reloads the page, because the server chooses the page's language by this cookie. */
export function keepLanguage(tag: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${LANGUAGE_COOKIE}=${tag}; Path=/; Max-Age=${A_YEAR_IN_SECONDS}; SameSite=Lax${secure}`;
  location.reload();
}
