import type { ValuesOf } from './text-types.ts';

/**
 * A sentence that is said later, in a language that is not known yet: its English text and the values in it, as plain data.
 * `Translator.compose` says it.
 */
export type Sentence = { text: string; values?: Record<string, SentenceValue> };

/** A list is said with commas, or with "and" before the last. */
export type SentenceValue = string | number | Sentence | { list: SentenceValue[] } | { and: SentenceValue[] };

/** The values that a text names, and nothing where it names none: the compiler checks them. */
type SentenceValuesOf<Text extends string> =
  ValuesOf<Text> extends [infer Named] ? [{ [Name in keyof Named]: SentenceValue }] : [];

export function sentence<const Text extends string>(
  text: Text,
  ...[values]: SentenceValuesOf<Text>
): Sentence {
  return values ? { text, values } : { text };
}
