import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { currentLanguage } from './current-language.ts';

/** By which dates, times and numbers are written: the page's language, in English as in America. */
export function formatLocale(): string {
  const language = currentLanguage();
  return language === SOURCE_LANGUAGE ? 'en-US' : language;
}
