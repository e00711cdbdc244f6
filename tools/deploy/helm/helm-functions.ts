import { createHash } from 'node:crypto';
import { parse, stringify } from 'yaml';
import { isTrue, print, type TemplateFunctions } from './execute-template.ts';
import type { Value } from './parse-template.ts';

/**
 * The functions of Go, Sprig and Helm that our chart uses; another one is a fault. A chart is easier to read, and to
 * check without Helm, when there are few.
 */
export const HELM_FUNCTIONS: TemplateFunctions = {
  eq: (first, ...others) => others.some((other) => other === first),
  ne: (first, second) => first !== second,
  not: (value) => !isTrue(value),
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  required: (message, value) => {
    if (value === undefined || value === null || value === '') throw new Error(String(message));
    return value;
  },
  fail: (message) => {
    throw new Error(String(message));
  },
  quote: (value) => (value === undefined || value === null ? '' : JSON.stringify(print(value))),
  printf: (format, ...args) => {
    let next = 0;
    return String(format).replaceAll(/%[sdv]/g, () => print(args[next++]));
  },
  list: (...items) => items,
  dict: (...pairs) => {
    const map: Record<string, Value> = {};
    for (let at = 0; at < pairs.length; at += 2) map[String(pairs[at])] = pairs[at + 1];
    return map;
  },
  trunc: (length, text) => String(text).slice(0, Number(length)),
  trimSuffix: (suffix, text) =>
    String(text).endsWith(String(suffix)) ? String(text).slice(0, -String(suffix).length) : text,
  replace: (from, to, text) => String(text).replaceAll(String(from), String(to)),
  sha256sum: (text) => createHash('sha256').update(String(text)).digest('hex'),
  toYaml: (value) => toYaml(value),
  indent: (width, text) => indent(Number(width), String(text)),
  nindent: (width, text) => `\n${indent(Number(width), String(text))}`,
};

/** As Go writes it: keys in order, no line break at the end. */
function toYaml(value: Value): string {
  return stringify(parse(JSON.stringify(value ?? null)), {
    sortMapEntries: true,
    lineWidth: 0,
    indentSeq: false,
  }).trimEnd();
}

function indent(width: number, text: string): string {
  const padding = ' '.repeat(width);
  return padding + text.replaceAll('\n', `\n${padding}`);
}
