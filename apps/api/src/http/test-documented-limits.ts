import { readFileSync } from 'node:fs';
import type { CallLimit } from './call-counts.ts';

const ROW = /^\| (?:`([^`]+)`|any other call that changes something) +\| (\d+) in (\d+) min/gm;
export const OTHERS = 'other';

/** The limits that docs/flows/rate-limits.md tells people, by the name of the endpoint. */
export function documentedLimits(): Map<string, CallLimit> {
  const file = new URL('../../../../docs/flows/rate-limits.md', import.meta.url);
  return new Map(
    [...readFileSync(file, 'utf8').matchAll(ROW)].map(([, name = OTHERS, calls, minutes]) => [
      name,
      { calls: Number(calls), seconds: Number(minutes) * 60 },
    ]),
  );
}
