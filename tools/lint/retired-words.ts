/**
 * Private words that gave way to the field's (docs/glossary.md), as parts of identifiers and file names,
 * each with what took its place.
 */
const retiredWords: readonly [word: string, instead: string][] = [
  ['refusal', 'problem (RFC 9457), error or rejection'],
  ['newcomer', 'new user; their start is the onboarding'],
  ['detour', 'a required page, or a proxy'],
  ['settlement', 'reconciliation'],
  ['tell', 'notify, report, describe, show or print'],
  ['useUp', 'consume'],
  ['carryOut', 'apply'],
  ['placeOf', 'what it returns: columns, a host, a key'],
  ['takeUp', 'claim'],
  ['foresee', 'simulate'],
  ['giveWay', 'lower the priority'],
  ['untilKnown', 'retry or poll'],
  ['ownWord', 'user input'],
];

const words = retiredWords.map(([word]) => word);
const capitalised = words.map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`);
/** A word at the start of a camel-case name or inside it, in the singular or plural: `tellOwner`, not `teller`. */
const identifier = `(^|_)(${words.join('|')})s?($|[A-Z_])|(${capitalised.join('|')})s?($|[A-Z])`;

/** For `no-restricted-syntax`. */
export const noRetiredWords = ['Identifier', 'PrivateIdentifier', 'JSXIdentifier'].map((node) => ({
  selector: `${node}[name=/${identifier}/]`,
  message: 'A private word: tools/lint/retired-words.ts says what the field calls it.',
}));

/** Whether a file is named by one of them, in kebab-case: `settlement.service.ts`, `database-detour.ts`. */
export function hasRetiredName(path: string): boolean {
  const [name = ''] = (path.split('/').at(-1) ?? '').split('.');
  return name.split('-').some((part) => words.includes(part.replace(/s$/, '')));
}
