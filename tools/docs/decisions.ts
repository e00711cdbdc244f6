import type { Files } from './references.ts';

export const DECISIONS = 'docs/decisions/';
const PAGE = `${DECISIONS}README.md`;

/** The numbers that code may name: decisions that hold, and those that the README says are folded into another page. */
export function knownDecisions(files: Files): ReadonlySet<number> {
  return new Set([...decisionsThatHold(files), ...foldedNumbers(files)]);
}

/** The numbers of the files. */
export function decisionsThatHold(files: Files): readonly number[] {
  return [...files.keys()].flatMap((path) => {
    const number = path.startsWith(DECISIONS) ? /^\d{3}(?=-)/.exec(path.slice(DECISIONS.length)) : null;
    return number === null ? [] : [Number(number[0])];
  });
}

/** The numbers in the README's second half: `| 12 | [18](…) | what it held |`. */
export function foldedNumbers(files: Files): readonly number[] {
  return numbersIn((files.get(PAGE) ?? '').split('\n## Folded numbers\n')[1] ?? '');
}

/** The numbers in the README's first half. */
export function listedDecisions(files: Files): readonly number[] {
  return numbersIn((files.get(PAGE) ?? '').split('\n## Folded numbers\n')[0] ?? '');
}

/** Only a row that links to a page counts. */
function numbersIn(text: string): readonly number[] {
  return [...text.matchAll(/^\| (\d+) +\|[^\n]*\]\([^)\s]+\)/gm)].map(([, number]) => Number(number));
}
