import * as join from '@foyer/catalog/words/join';
import { Children, Fragment, createElement, type ReactNode } from 'react';
import { currentLanguage } from './current-language.ts';

export const inList = (parts: readonly string[]): string => join.inList(parts, currentLanguage());

export const inSentences = (...sentences: (string | undefined)[]): string =>
  join.inSentences(sentences, currentLanguage());

/** Each child is one whole sentence, which may contain markup. */
export function Sentences({ children }: { children: ReactNode }): ReactNode {
  const gap = join.sentenceGap(currentLanguage());
  return Children.toArray(children).map((sentence, index) =>
    createElement(Fragment, { key: index }, index > 0 && gap, sentence),
  );
}
