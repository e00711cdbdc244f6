import type { LanguageTag } from '@foyer/catalog/languages';

let rendered: LanguageTag | undefined;

/** Returns the page's language. The server chooses it when it serves the page. */
export function currentLanguage(): LanguageTag {
  return rendered ?? ((document.documentElement.lang || 'en') as LanguageTag);
}

/** Sets the language. Used by the build, which renders one language after the other. */
export function renderIn(language: LanguageTag): void {
  rendered = language;
}
