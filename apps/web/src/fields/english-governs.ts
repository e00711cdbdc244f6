import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { currentLanguage } from '../words/current-language.ts';
import { t } from '../words/t.ts';

export function englishGoverns(): string | undefined {
  return currentLanguage() === SOURCE_LANGUAGE
    ? undefined
    : t('fields.englishGoverns.notice', 'This is a translation: where it differs, the English text governs.');
}
