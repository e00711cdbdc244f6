import { isolated } from './fill-in.ts';

const formats = new Map<string, Intl.ListFormat>();

/** `narrow`: "A, B, C" or "A、B、C". `and`: "A, B, and C". */
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

export function inSentences(sentences: readonly (string | undefined)[], language: string): string {
  return sentences.filter(Boolean).join(sentenceGap(language));
}

/** Chinese and Japanese use no space between sentences. */
export const sentenceGap = (language: string): string => (/^(?:ja|zh)/.test(language) ? '' : ' ');
