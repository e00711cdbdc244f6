import { existsSync, readFileSync } from 'node:fs';

/** What a test took of the processor, all threads of its worker together, as tools/jest/shared-environment.mjs notes it. */
interface TestTime {
  file: string;
  name: string;
  ms: number;
}

const SLOW_MS = 500;
const AT_LEAST = 10;

/** The ten slowest tests, and all that take longer than `SLOW_MS`. It fails nobody: a busy machine is slow, too. */
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
