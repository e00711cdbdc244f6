import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { currentLanguage } from '../words/current-language.ts';
import { t } from '../words/t.ts';

/** Beside what people agree to, in every language but English: which text counts. Undefined in English. */
export function englishGoverns(): string | undefined {
  return currentLanguage() === SOURCE_LANGUAGE
    ? undefined
    : t('This is a translation: where it differs, the English text governs.');
}
