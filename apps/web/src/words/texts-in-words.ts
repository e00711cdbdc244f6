import { SOURCE_LANGUAGE } from '@foyer/catalog/languages';
import { currentLanguage } from './current-language.ts';

/** The texts stay English if the translations cannot be loaded. */
export async function textsInWords<Texts extends Readonly<Record<string, string | undefined>>>(
  texts: Texts,
): Promise<Texts> {
  const found = Object.entries(texts);
  if (currentLanguage() === SOURCE_LANGUAGE || found.length === 0) return texts;
  const inWords = await import('./in-words.ts').then(
    (words) => words.inWords,
    () => (text: string) => text,
  );
  return Object.fromEntries(found.map(([key, text]) => [key, text && inWords(text)])) as Texts;
}
