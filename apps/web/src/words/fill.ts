import { fillIn } from '@foyer/catalog/words/fill-in';
import type { RichValuesOf, ValuesOf } from '@foyer/catalog/words/text-types';
import type { CompiledMessage } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import { currentLanguage } from './current-language.ts';

/** A text with values, checked against what it names. */
export type T = <const Text extends string>(id: string, text: Text, ...values: ValuesOf<Text>) => string;
/** A text with markup: a function for each of its tags gets the words inside. */
export type Rich = <const Text extends string>(
  id: string,
  text: Text,
  values: RichValuesOf<Text, ReactNode>,
) => ReactNode;

export function fill(message: CompiledMessage, values: object | undefined): string {
  const shown = values && mapValues(values, isolate);
  return String(fillIn<ReactNode>(message, currentLanguage(), shown));
}

export function fillRich(message: CompiledMessage, values: object): ReactNode {
  const named = mapValues(values, (value) =>
    typeof value === 'function' ? (words: ReactNode[]) => value(inOrder(words)) : isolate(value),
  );
  const result = fillIn<ReactNode>(message, currentLanguage(), named);
  return Array.isArray(result) ? inOrder(result) : result;
}

function mapValues(values: object, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

/**
 * A value that a user typed keeps its own direction in a right-to-left text, where "1 Main St" would read "Main St 1". It is
 * put between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE. One word needs none, and may be the case of a `select`.
 */
function isolate(value: unknown): unknown {
  const needsIt = currentLanguage() === 'ar' && typeof value === 'string' && !/^\w*$/.test(value);
  return needsIt ? `\u2068${value}\u2069` : value;
}

function inOrder(nodes: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes);
}
