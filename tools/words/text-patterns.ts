import { readCatalogue, translationsOf } from '@foyer/catalog/words/catalogue';
import { SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import compile from 'icu-minify/compile';

/** A value of a text: at least a character. */
const ANYTHING = '.+?';
/** TYPE_POUND to TYPE_SELECTORDINAL of icu-minify, by their numbers in what it compiles. */
const [POUND, SELECT, SELECT_ORDINAL] = [0, 1, 3];

/** Finds the English texts of the portal in a language, with whatever values; throws for one that the catalogue lacks. */
export type Words = (english: string) => RegExp;

/** By the catalogue that the build takes. */
export function wordsIn(language: LanguageTag): Words {
  const catalogue = readCatalogue(language);
  const texts = translationsOf(language);
  return (english) => {
    if (texts.size > 0 && !texts.has(english))
      throw new Error(`"${english}" is not in the catalogue of ${language}.`);
    return new RegExp(`^${patternOf(catalogue(english))}$`, 'su');
  };
}

/**
 * English texts that should not be there to read: their translation is another. What is in no catalogue yet is the
 * business of its spec. Of the source language there is nothing to find.
 */
export function englishFinder(language: LanguageTag): (shown: string) => boolean {
  if (language === SOURCE_LANGUAGE) return () => false;
  const translations = translationsOf(language);
  const translated = new Set(translations.values());
  const patterns = [...translations]
    .map(([english, translation]) => ({ english: english.replace(/ ## .*$/s, ''), translation }))
    .filter(({ english, translation }) => english !== translation && lettersIn(english) > 3)
    .map(({ english }) => new RegExp(`^${patternOf(english)}$`, 'su'));
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
