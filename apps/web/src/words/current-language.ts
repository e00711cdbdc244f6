import type { LanguageTag } from '@foyer/catalog/languages';

let rendered: LanguageTag | undefined;

export function currentLanguage(): LanguageTag {
  return rendered ?? ((document.documentElement.lang || 'en') as LanguageTag);
}

/** For the build, which renders one language after the other. */
export function renderIn(language: LanguageTag): void {
  rendered = language;
}
