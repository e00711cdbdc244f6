import { adjacencyGraphs } from '@zxcvbn-ts/language-common';

export type PatternKind = 'repeats' | 'sequence' | 'keyboard' | 'date';

type Find = { kind: PatternKind; length: number };

const SHORTEST_RUN = 3;
/** Three letters in sequence occur in many words: "first", "defend". */
const SHORTEST_LETTER_SEQUENCE = 4;
const SHORTEST_DIGIT_SEQUENCE = 3;
const LONGEST_STEP = 2;
const SHORTEST_WALK = 4;
/** Two letters count as a block only if they occur three times, because normal words repeat them: "papa", "banana". */
const SHORTEST_REPEATED_BLOCK = 3;
const SHORTEST_WORD = 3;
const MONTH = '(?:1[0-2]|0?[1-9])';
const DAY = '(?:3[01]|[12]\\d|0?[1-9])';
const YEAR = '(?:19|20)\\d\\d';
const DATES = [
  `${YEAR}[-./_ ]?${MONTH}[-./_ ]?${DAY}`,
  `${DAY}[-./_ ]?${MONTH}[-./_ ]?(?:${YEAR}|\\d\\d)`,
  `${MONTH}[-./_ ]?${DAY}[-./_ ]?(?:${YEAR}|\\d\\d)`,
  YEAR,
].map((date) => new RegExp(`^${date}(?!\\d)`));
const LONGEST_DATE = '31-12-1999'.length;

/** For each keyboard layout: the key of each character, and the neighboring keys of each character by direction. */
const KEYBOARDS = (['qwerty', 'qwertz', 'azerty', 'keypad'] as const).map(readKeyboard);

/**
 * Returns the rest of the password without its patterns, and the number of characters cut per kind. A run, a sequence,
 * a keyboard walk or a date is cut to its first character, a repeated block to one block. A repeated word is removed.
 * An attacker needs about as many guesses for the password as for its rest.
 */
export function cutPatterns(password: string): { rest: string; taken: Record<PatternKind, number> } {
  const taken = { repeats: 0, sequence: 0, keyboard: 0, date: 0 };
  const cut = (characters: string[]) => {
    const lower = characters.map((character) => character.toLowerCase());
    const kept: string[] = [];
    for (let at = 0; at < lower.length;) {
      const found = longestPattern(lower, at);
      const length = found?.length ?? 1;
      const repeated = found?.kind === 'repeats' ? repeatedBlock(lower, at) : undefined;
      kept.push(...characters.slice(at, at + (repeated && repeated.length === length ? repeated.block : 1)));
      if (found) taken[found.kind] += length - 1;
      at += length;
    }
    return kept;
  };
  let characters = [...password];
  for (let before = Infinity; characters.length < before;) {
    before = characters.length;
    characters = cut(characters);
  }
  const rest = characters.join('');
  const unrepeated = withoutRepeated(rest);
  taken.repeats += rest.length - unrepeated.length;
  return { rest: unrepeated, taken };
}

function longestPattern(text: string[], at: number): Find | undefined {
  const found: (Find | undefined)[] = [
    { kind: 'repeats', length: Math.max(runLength(text, at), repeatedBlock(text, at)?.length ?? 0) },
    { kind: 'sequence', length: sequenceLength(text, at) },
    { kind: 'keyboard', length: Math.max(...KEYBOARDS.map((keyboard) => walkLength(keyboard, text, at))) },
    { kind: 'date', length: dateLength(text, at) },
  ];
  return found.reduce((best, one) => (one && one.length > (best?.length ?? 1) ? one : best), undefined);
}

function runLength(text: string[], at: number): number {
  let end = at + 1;
  while (end < text.length && text[end] === text[at]) end++;
  return end - at >= SHORTEST_RUN ? end - at : 0;
}

/** Returns the length of a block that is repeated immediately, and the length of all its occurrences together. */
function repeatedBlock(text: string[], at: number): { block: number; length: number } | undefined {
  let best: { block: number; length: number } | undefined;
  for (let block = SHORTEST_REPEATED_BLOCK - 1; at + 2 * block <= text.length; block++) {
    let end = at + block;
    while (end < text.length && text[end] === text[end - block]) end++;
    const length = end - at - ((end - at) % block);
    const isLongEnough = length >= 2 * Math.max(block, SHORTEST_REPEATED_BLOCK);
    if (isLongEnough && length > (best?.length ?? 0)) best = { block, length };
  }
  return best;
}

function sequenceLength(text: string[], at: number): number {
  const shortest = isDigit(text[at]) ? SHORTEST_DIGIT_SEQUENCE : SHORTEST_LETTER_SEQUENCE;
  const step = stepAt(text, at);
  if (step === 0 || Math.abs(step) > LONGEST_STEP) return 0;
  let end = at + 1;
  while (end < text.length && stepAt(text, end - 1) === step) end++;
  return end - at >= shortest ? end - at : 0;
}

/** Returns the difference of two neighboring code points if both are letters or both are digits, otherwise 0. */
function stepAt(text: string[], at: number): number {
  const [one = '', next = ''] = text.slice(at, at + 2);
  const areAlike = isDigit(one) ? isDigit(next) : /^\p{L}{2}$/u.test(one + next);
  return areAlike ? (next.codePointAt(0) ?? 0) - (one.codePointAt(0) ?? 0) : 0;
}

const isDigit = (character: string | undefined) => /^\d$/.test(character ?? '');

type Keyboard = { keyOf: Map<string, string>; beside: Map<string, (string | null)[]> };

function readKeyboard(layout: keyof typeof adjacencyGraphs): Keyboard {
  const keyOf = new Map<string, string>();
  const beside = new Map<string, (string | null)[]>();
  for (const [character, neighbours] of Object.entries<(string | null)[]>(adjacencyGraphs[layout])) {
    beside.set(character, neighbours);
    for (const key of neighbours) for (const label of key ?? '') keyOf.set(label, key ?? '');
  }
  return { keyOf, beside };
}

function walkLength({ keyOf, beside }: Keyboard, text: string[], at: number): number {
  const directionFrom = (from: number): number => {
    const [one = '', next = ''] = text.slice(from, from + 2);
    const key = keyOf.get(next);
    return key === undefined ? -1 : (beside.get(one)?.indexOf(key) ?? -1);
  };
  const direction = directionFrom(at);
  if (direction < 0) return 0;
  let end = at + 1;
  while (end < text.length && directionFrom(end - 1) === direction) end++;
  return end - at >= SHORTEST_WALK ? end - at : 0;
}

function dateLength(text: string[], at: number): number {
  if (!isDigit(text[at]) || isDigit(text[at - 1])) return 0;
  const ahead = text.slice(at, at + LONGEST_DATE + 1).join('');
  return Math.max(...DATES.map((date) => date.exec(ahead)?.[0].length ?? 0));
}

function withoutRepeated(text: string): string {
  const said = new Set<string>();
  return text.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const spoken = word.toLowerCase();
    if (said.has(spoken)) return '';
    if (word.length >= SHORTEST_WORD) said.add(spoken).add([...spoken].toReversed().join(''));
    return word;
  });
}
