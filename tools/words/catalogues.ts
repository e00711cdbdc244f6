import { existsSync, readFileSync } from 'node:fs';
import { languages, PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { catalogueFile } from '@foyer/catalog/words/catalogue';
import compile from 'icu-minify/compile';
import PO from 'pofile';
import type { SourceText } from './source-texts.ts';

/** The languages that translators write. */
export const translatedLanguages: LanguageTag[] = languages
  .map(({ tag }) => tag)
  .filter((tag) => tag !== SOURCE_LANGUAGE && tag !== PSEUDO_LANGUAGE);

/** The catalogue of a language with just the texts of the sources: what is new is empty, what is gone is left out. */
export function updatedCatalogue(language: LanguageTag, texts: SourceText[]): string {
  const file = catalogueFile(language);
  const catalogue = existsSync(file) ? PO.parse(readFileSync(file, 'utf8')) : new PO();
  const known = new Map(catalogue.items.map((item) => [keyOf(item), item]));
  catalogue.headers = { 'Content-Type': 'text/plain; charset=utf-8', Language: language };
  catalogue.items = texts.map(({ text, places }) => {
    const item = known.get(text) ?? itemOf(text);
    item.references = places;
    return item;
  });
  return `${catalogue.toString().trimEnd()}\n`;
}

type Item = InstanceType<typeof PO.Item>;

const keyOf = ({ msgid, msgctxt }: Item) => (msgctxt ? `${msgid} ## ${msgctxt}` : msgid);

function itemOf(text: string): Item {
  const [msgid = '', note] = text.split(' ## ');
  const item = new PO.Item();
  item.msgid = msgid;
  if (note !== undefined) item.msgctxt = note;
  item.msgstr = [''];
  return item;
}

/** What is wrong with a translation: it does not compile, or names other values or tags than the English text. */
export function faultOf(text: string, translation: string): string | undefined {
  try {
    compile(translation);
  } catch (error) {
    return `${text}: ${error instanceof Error ? error.message : 'does not compile'}`;
  }
  const [wanted, found] = [namesIn(text), namesIn(translation)].map((names) => [...names].sort().join(' '));
  return wanted === found ? undefined : `${text}: has {${found}} instead of {${wanted}}`;
}

/**
 * Forms of the language that a plural leaves out (CLDR). Not `zero`: where there are words for none, the text says so by
 * `=0`, or another form does; and `=1` does for `one`.
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

/** Names of values and tags. */
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
  collectAll(compile(text.replace(/ ## .*$/s, '')));
  return names;
}
