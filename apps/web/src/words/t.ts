import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { fill, fillRich, type Rich, type T } from './fill.ts';
import { textOf } from './in-words.ts';

/**
 * A text in the visitor's language. The build puts the translation in the place of id and text (words-plugin.ts) and takes
 * `t.built.ts` for this file, so that a page carries one language and no ICU parser; this one is for specs, for
 * development, and for what the build renders.
 */
export const t: T = (id, text, ...[values]) => fill(messageOf(id, text), values);

export const rich: Rich = (id, text, values) => fillRich(messageOf(id, text), values);

const compiled = new Map<string, CompiledMessage>();

function messageOf(id: string, text: string): CompiledMessage {
  const words = textOf(id, text);
  const message = compiled.get(words) ?? compile(words);
  compiled.set(words, message);
  return message;
}
