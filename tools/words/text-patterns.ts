import { entriesOf } from '@foyer/catalog/words/catalogue';
import { pseudo } from '@foyer/catalog/words/pseudo';
import { PSEUDO_LANGUAGE, SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import compile from 'icu-minify/compile';

/** A value of a text: at least a character. */
const ANYTHING = '.+?';
/** TYPE_POUND to TYPE_SELECTORDINAL of icu-minify, by their numbers in what it compiles. */
const [POUND, SELECT, SELECT_ORDINAL] = [0, 1, 3];

/** Finds the English texts of the portal in a language, with whatever values; throws for one that the catalogue lacks. */
export type Words = (english: string) => RegExp;

/** By the catalogue that the build takes; one English text may have several translations. */
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
 * English texts that should not be there to read: their translation is another. What is in no catalogue yet is the
 * business of its spec. Of the source language there is nothing to find.
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

/** Those that are said letter for letter, whatever the values are. */
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
  // A tag, whose element may have words of its own.
  return kind === '' ? '.*?' : sequence(node.slice(1));
}

/** Spaces of any width; isolates (Unicode UAX #9) stand around values. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(/\s+/g, '\\s+');
}
