import type { ValuesOf } from './text-types.ts';

/** A sentence to translate later, as plain data. The English text is used if a later release no longer has the id. */
export type Sentence = { id: string; text: string; values?: Record<string, SentenceValue> };

/** `list`: separated by commas. `and`: with "and" before the last item. */
export type SentenceValue = string | number | Sentence | { list: SentenceValue[] } | { and: SentenceValue[] };

type SentenceValuesOf<Text extends string> =
  ValuesOf<Text> extends [infer Named] ? [{ [Name in keyof Named]: SentenceValue }] : [];

export function sentence<const Text extends string>(
  id: string,
  text: Text,
  ...[values]: SentenceValuesOf<Text>
): Sentence {
  return values ? { id, text, values } : { id, text };
}
