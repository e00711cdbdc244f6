import type { LanguageTag } from '@foyer/catalog/languages';

let rendered: LanguageTag | undefined;

/** The page's language, which the server chose; it stays until another page is loaded. */
export function currentLanguage(): LanguageTag {
  return rendered ?? ((document.documentElement.lang || 'en') as LanguageTag);
}

/** For the build, which renders the pages of one language after those of another. */
export function renderIn(language: LanguageTag): void {
  rendered = language;
}
