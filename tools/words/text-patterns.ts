import { entriesOf } from '@foyer/catalog/words/catalogue';
import { pseudo } from '@foyer/catalog/words/pseudo';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import compile from 'icu-minify/compile';

const ANYTHING = '.+?';
/** The numbers of TYPE_POUND, TYPE_SELECT and TYPE_SELECTORDINAL in icu-minify's output. */
const [POUND, SELECT, SELECT_ORDINAL] = [0, 1, 3];

/** Returns a pattern for the translation of an English text, with any values. Throws if the catalogue lacks it. */
export type Words = (english: string) => RegExp;

export function wordsIn(language: LanguageTag): Words {
  const entries = entriesOf(language);
  return (english) => {
    if (entries.length === 0) return patternFor([language === PSEUDO_LANGUAGE ? pseudo(english) : english]);
    const found = entries.filter((entry) => entry.english === english);
    if (found.length === 0) throw new Error(`"${english}" is not in the catalogue of ${language}.`);
    return patternFor(found.map(({ translation }) => translation));
  };
}

const patternFor = (texts: readonly string[]) => new RegExp(`^(?:${texts.map(patternOf).join('|')})$`, 'su');

/**
 * Returns a function that tells whether a shown text is English although it has a different translation. Ignores texts
 * of up to three letters, and texts that are in no catalogue. For the source language it finds nothing.
 */
export function englishFinder(language: LanguageTag): (shown: string) => boolean {
  if (language === SOURCE_LANGUAGE) return () => false;
  const entries = entriesOf(language);
  const translated = new Set(entries.map(({ translation }) => translation));
  const patterns = entries
    .filter(({ english, translation }) => english !== translation && lettersIn(english) > 3)
    .map(({ english }) => patternFor([english]));
  return (shown) => !translated.has(shown) && patterns.some((pattern) => pattern.test(shown));
}

function lettersIn(text: string): number {
  return patternOf(text).replaceAll(/\\.|[^\p{L}]/gu, '').length;
}

function patternOf(text: string): string {
  return sequence(compile(text));
}

function sequence(nodes: unknown): string {
  return Array.isArray(nodes) ? nodes.map(one).join('') : one(nodes);
}

function one(node: unknown): string {
  if (typeof node === 'string') return literal(node);
  if (!Array.isArray(node)) return ANYTHING;
  const [, kind, options]: unknown[] = node;
  if (node.length === 1) return ANYTHING;
  if (typeof kind === 'number' && kind !== POUND)
    return kind >= SELECT && kind <= SELECT_ORDINAL && typeof options === 'object' && options
      ? `(?:${Object.values(options).map(sequence).join('|')})`
      : ANYTHING;
  // A tag. Any text may be in its element.
  return kind === '' ? '.*?' : sequence(node.slice(1));
}

function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
}
