import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { po, type GetTextComment } from 'gettext-parser';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type LanguageTag } from '../languages.ts';
import { pseudo } from './pseudo.ts';
import { sourceCatalogue, withoutNote, type Catalogue } from './source-catalogue.ts';

/**
 * The id is the `msgctxt`, and the English text is the `msgid`. A machine drafts a translation. A person reviews it and
 * adds the comment `# Reviewed by …`. An entry is outdated (`fuzzy`) after its English text changes.
 */
export type Entry = {
  id: string;
  english: string;
  translation: string;
  files: string[];
  state: 'missing' | 'outdated' | 'drafted' | 'reviewed';
};

/** Files with texts of `say`, which `inWords` finds by the English text. */
const SAID = /^libs\/(?:contracts|catalog)\//;

export function catalogueFile(language: LanguageTag): string {
  return fileURLToPath(new URL(`catalogues/${language}.po`, import.meta.url));
}

export function readCatalogue(language: LanguageTag): Catalogue {
  if (language === SOURCE_LANGUAGE) return sourceCatalogue;
  if (language === PSEUDO_LANGUAGE)
    return { textOf: (_, english) => pseudo(withoutNote(english)), inWords: pseudo };
  const entries = entriesOf(language).filter(({ translation }) => translation !== '');
  const byId = new Map(entries.map(({ id, translation }) => [id, translation]));
  const said = new Map(
    entries
      .filter(({ files }) => files.some((file) => SAID.test(file)))
      .map(({ english, translation }) => [english, translation]),
  );
  return {
    textOf: (id, english) => byId.get(id) ?? withoutNote(english),
    inWords: (english) => said.get(english) ?? english,
  };
}

export function entriesOf(language: LanguageTag): Entry[] {
  const file = catalogueFile(language);
  if (!existsSync(file)) return [];
  const { translations } = po.parse(readFileSync(file));
  return Object.entries(translations).flatMap(([id, texts]) =>
    Object.values(texts).flatMap(({ msgid, msgstr: [translation = ''], comments }) => {
      const files = comments?.reference?.split('\n') ?? [];
      return msgid ? { id, english: msgid, translation, files, state: stateOf(translation, comments) } : [];
    }),
  );
}

function stateOf(translation: string, comments: GetTextComment | undefined): Entry['state'] {
  if (translation === '') return 'missing';
  if (comments?.flag?.includes('fuzzy')) return 'outdated';
  return comments?.translator?.startsWith('Reviewed') ? 'reviewed' : 'drafted';
}
