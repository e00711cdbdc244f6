import type { Files } from './references.ts';

export const DECISIONS = 'docs/decisions/';

export function knownDecisions(files: Files): ReadonlySet<number> {
  return new Set(
    [...files.keys()].flatMap((path) => {
      const number = path.startsWith(DECISIONS) ? /^\d{3}(?=-)/.exec(path.slice(DECISIONS.length)) : null;
      return number === null ? [] : [Number(number[0])];
    }),
  );
}
