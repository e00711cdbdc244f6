import type { LanguageTag } from '@foyer/catalog/languages';

let rendered: LanguageTag | undefined;

/** The page's language, which the server chose; it stays until another page is loaded. */
export function currentLanguage(): LanguageTag {
  return rendered ?? ((document.documentElement.lang || 'en') as LanguageTag);
}

/** Sets the language. Used by the build, which renders one language after the other. */
export function renderIn(language: LanguageTag): void {
  rendered = language;
}
