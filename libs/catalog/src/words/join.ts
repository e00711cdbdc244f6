import { isolated } from './fill-in.ts';

const formats = new Map<string, Intl.ListFormat>();

/** Parts with what the language puts between them: "A, B, C", "A、B、C". With `and`, before the last: "A, B, and C". */
export function inList(
  parts: readonly string[],
  language: string,
  style: 'narrow' | 'and' = 'narrow',
): string {
  const key = `${language} ${style}`;
  const format =
    formats.get(key) ??
    new Intl.ListFormat(language, { type: 'conjunction', style: style === 'and' ? 'long' : style });
  formats.set(key, format);
  return format.format(parts.map((part) => isolated(part, language)));
}

/** Whole sentences as one text, without the empty ones. */
export function inSentences(sentences: readonly (string | undefined)[], language: string): string {
  return sentences.filter(Boolean).join(sentenceGap(language));
}

/** What is between two sentences: Chinese and Japanese have no space there. */
export const sentenceGap = (language: string): string => (/^(?:ja|zh)/.test(language) ? '' : ' ');
