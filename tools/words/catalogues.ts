import { existsSync, readFileSync } from 'node:fs';
import { languages, PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { catalogueFile } from '@foyer/catalog/words/catalogue';
import { po, type GetTextTranslation } from 'gettext-parser';
import compile from 'icu-minify/compile';
import type { SourceText } from './source-texts.ts';
import { maxLengths } from './text-kinds.ts';

export const translatedLanguages: LanguageTag[] = languages
  .map(({ tag }) => tag)
  .filter((tag) => tag !== SOURCE_LANGUAGE && tag !== PSEUDO_LANGUAGE);

/**
 * Returns the catalogue of a language, updated from the sources. New texts have an empty translation, removed texts are
 * left out. If the English text has changed, the translation is kept, marked `fuzzy` with the previous English text.
 */
export function updatedCatalogue(language: LanguageTag, texts: readonly SourceText[]): string {
  const file = catalogueFile(language);
  const known = existsSync(file) ? po.parse(readFileSync(file)).translations : {};
  const translations = texts.map((source) => {
    const [former] = Object.values(known[source.id] ?? {});
    return [source.id, { [source.text]: entryOf(source, former) }] as const;
  });
  const headers = { 'content-type': 'text/plain; charset=utf-8', language };
  const content = po.compile(
    { charset: 'utf-8', headers, translations: Object.fromEntries(translations) },
    { foldLength: 0 },
  );
  return `${content.toString().trimEnd()}\n`;
}

function entryOf(source: SourceText, former: GetTextTranslation | undefined): GetTextTranslation {
  const [translation = ''] = former?.msgstr ?? [];
  const isChanged = translation !== '' && former?.msgid !== source.text;
  const isFuzzy = isChanged || former?.comments?.flag?.includes('fuzzy') === true;
  const max = maxLengthOf(source);
  const flags = [...(isFuzzy ? ['fuzzy'] : []), ...(max === undefined ? [] : [`max-length:${max}`])];
  const places = source.places.join('\n');
  const comments = {
    translator: isChanged ? undefined : former?.comments?.translator,
    extracted: [source.kinds.join(', '), ...source.notes].join('\n'),
    reference: isChanged ? places : (keptPlaces(former, source.places) ?? places),
    flag: flags.join(', '),
    // After several changes this is still the English text that was translated.
    previous:
      former?.comments?.previous ?? (isChanged ? `msgid ${JSON.stringify(former?.msgid)}` : undefined),
  };
  const filled = Object.entries(comments).filter(([, comment]) => comment);
  return {
    msgctxt: source.id,
    msgid: source.text,
    msgstr: [translation],
    comments: Object.fromEntries(filled),
  };
}

/** Returns the former places of a text if only their line numbers differ, to keep pull requests small. */
function keptPlaces(former: GetTextTranslation | undefined, places: readonly string[]): string | undefined {
  const filesOf = (lines: readonly string[]) => lines.map((place) => place.replace(/:\d+$/, '')).join();
  const reference = former?.comments?.reference;
  return reference && filesOf(reference.split('\n')) === filesOf(places) ? reference : undefined;
}

/** Returns the maximum length of a translation, without its values. Undefined for texts outside controls. */
export function maxLengthOf({ kinds }: Pick<SourceText, 'kinds'>): number | undefined {
  const limits = kinds.flatMap((kind) => maxLengths[kind] ?? []);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

/** Returns the length of a text with the longest of its plural and select forms, without its values. */
export function lengthOf(text: string): number {
  const count = (node: unknown): number => {
    if (typeof node === 'string') return [...node].length;
    if (!Array.isArray(node)) return 0;
    const [name, kind, options]: unknown[] = node;
    if (typeof name === 'string' && typeof kind === 'number' && isForms(options))
      return Math.max(...Object.values(options).map(countAll));
    return typeof name === 'string' && node.length > 1 && typeof kind !== 'number'
      ? node.slice(1).reduce((sum: number, child) => sum + count(child), 0)
      : 0;
  };
  const countAll = (nodes: unknown): number =>
    Array.isArray(nodes) ? nodes.reduce((sum: number, node) => sum + count(node), 0) : count(nodes);
  return countAll(compile(text));
}

const isForms = (options: unknown): options is object => typeof options === 'object' && options !== null;

export function faultOf(text: string, translation: string, maxLength = Infinity): string | undefined {
  try {
    compile(translation);
  } catch (error) {
    return `${text}: ${error instanceof Error ? error.message : 'does not compile'}`;
  }
  const [wanted, found] = [namesIn(text), namesIn(translation)].map((names) => [...names].sort().join(' '));
  if (wanted !== found) return `${text}: has {${found}} instead of {${wanted}}`;
  const length = lengthOf(translation);
  return length > maxLength ? `${text}: ${length} characters instead of ${maxLength}` : undefined;
}

/**
 * Returns the plural forms of the language (CLDR) that a translation lacks. `zero` is optional, and `=1` is accepted
 * for `one`.
 */
export function missingForms(language: LanguageTag, translation: string): string[] {
  const wanted = new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => form !== 'zero');
  const missing = new Set<string>();
  const look = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(look);
    else if (typeof node === 'object' && node) {
      const forms = Object.keys(node);
      if (forms.every((form) => PLURAL_FORM.test(form)))
        for (const form of wanted)
          if (!forms.includes(form) && !(form === 'one' && forms.includes('=1'))) missing.add(form);
      Object.values(node).forEach(look);
    }
  };
  look(compile(translation));
  return [...missing];
}

const PLURAL_FORM = /^(?:zero|one|two|few|many|other|=\d+)$/;

function namesIn(text: string): Set<string> {
  const names = new Set<string>();
  const collect = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, type, options] = node as unknown[];
    if (typeof name === 'string' && node.length > 0) names.add(name);
    if (typeof type !== 'number' || type === 0) node.slice(1).forEach(collect);
    else if (typeof options === 'object' && options) Object.values(options).forEach(collectAll);
  };
  const collectAll = (nodes: unknown): void => {
    if (Array.isArray(nodes)) nodes.forEach(collect);
  };
  collectAll(compile(text));
  return names;
}
