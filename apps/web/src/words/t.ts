import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { fill, fillRich, type Rich, type T } from './fill.ts';
import { inWords } from './in-words.ts';

/**
 * A text in the visitor's language. The build puts the translation in the place of the text (words-plugin.ts) and takes
 * `t.built.ts` for this file, so that a page carries one language and no ICU parser; this one is for specs, for
 * development, and for what the build renders.
 */
export const t: T = (text, ...[values]) => fill(messageOf(text), values);

export const rich: Rich = (text, values) => fillRich(messageOf(text), values);

const compiled = new Map<string, CompiledMessage>();

function messageOf(text: string): CompiledMessage {
  const words = inWords(text);
  const message = compiled.get(words) ?? compile(words);
  compiled.set(words, message);
  return message;
}
