import type { LanguageTag } from '@foyer/catalog/languages';

let rendered: LanguageTag | undefined;

/** Returns the page's language, which the server has chosen. */
export function currentLanguage(): LanguageTag {
  return rendered ?? ((document.documentElement.lang || 'en') as LanguageTag);
}

/** Sets the language. Used by the build, which renders one language after the other. */
export function renderIn(language: LanguageTag): void {
  rendered = language;
}
