import { fillIn } from '@foyer/catalog/words/fill-in';
import type { RichValuesOf, ValuesOf } from '@foyer/catalog/words/text-types';
import type { CompiledMessage } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import { currentLanguage } from './current-language.ts';

export type T = <const Text extends string>(id: string, text: Text, ...values: ValuesOf<Text>) => string;
/** For each tag in the text, `values` has a function that receives the words inside the tag. */
export type Rich = <const Text extends string>(
  id: string,
  text: Text,
  values: RichValuesOf<Text, ReactNode>,
) => ReactNode;

export function fill(message: CompiledMessage, values: object | undefined): string {
  return String(fillIn<ReactNode>(message, currentLanguage(), values));
}

export function fillRich(message: CompiledMessage, values: object): ReactNode {
  const named = Object.entries(values).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'function' ? (words: ReactNode[]) => value(inOrder(words)) : value,
  ]);
  const result = fillIn<ReactNode>(message, currentLanguage(), Object.fromEntries(named));
  return Array.isArray(result) ? inOrder(result) : result;
}

function inOrder(nodes: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}
