import compile from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { fill, fillRich, type Rich, type T } from './fill.ts';
import { textOf } from './in-words.ts';

/**
 * This file is for specs, for development, and for the pages that the build renders. In the built scripts,
 * words-plugin.ts replaces id and text with the translation, and this file with `t.built.ts`. So a page contains one
 * language and no ICU parser.
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
