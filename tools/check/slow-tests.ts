import { existsSync, readFileSync } from 'node:fs';

/** The CPU time of a test in all threads of its worker, recorded by tools/jest/shared-environment.mjs. */
interface TestTime {
  file: string;
  name: string;
  ms: number;
}

const SLOW_MS = 500;
const AT_LEAST = 10;

/** Lists the ten slowest tests and all above `SLOW_MS`. Slow tests pass, because a busy machine slows tests too. */
export function describeSlowTests(notes: string): string {
  if (!existsSync(notes)) return '';
  const lines = readFileSync(notes, 'utf8').trim().split('\n');
  const times = lines.map((line) => JSON.parse(line) as TestTime).toSorted((a, b) => b.ms - a.ms);
  const slow = times.filter(({ ms }) => ms > SLOW_MS);
  const shown = times.slice(0, Math.max(AT_LEAST, slow.length));
  return [
    `\n${slow.length} tests take more than ${SLOW_MS} ms of processor time. The slowest:`,
    ...shown.map(({ file, name, ms }) => `  ${ms.toFixed(0).padStart(5)} ms  ${file} › ${name}`),
    '',
  ].join('\n');
}
