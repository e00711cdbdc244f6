import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { currentLanguage } from '../words/current-language.ts';
import { t } from '../words/t.ts';

/** Returns the sentence beside each consent text that says which language is binding. Undefined in English. */
export function englishGoverns(): string | undefined {
  return currentLanguage() === SOURCE_LANGUAGE
    ? undefined
    : t('fields.englishGoverns.notice', 'This is a translation: where it differs, the English text governs.');
}
