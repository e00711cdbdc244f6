import type { ValuesOf } from './text-types.ts';

/**
 * A sentence whose language is not known yet, as plain data: its id, its values, and its English text for a reader of
 * English or after the id is gone. `Translator.compose` makes the text.
 */
export type Sentence = { id: string; text: string; values?: Record<string, SentenceValue> };

/** A list is separated by commas, or has "and" before the last. */
export type SentenceValue = string | number | Sentence | { list: SentenceValue[] } | { and: SentenceValue[] };

/** The values that a text names, and nothing where it names none: the compiler checks them. */
type SentenceValuesOf<Text extends string> =
  ValuesOf<Text> extends [infer Named] ? [{ [Name in keyof Named]: SentenceValue }] : [];

export function sentence<const Text extends string>(
  id: string,
  text: Text,
  ...[values]: SentenceValuesOf<Text>
): Sentence {
  return values ? { id, text, values } : { id, text };
}
