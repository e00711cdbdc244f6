import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import {
  safeProduction,
  unsafeProductions,
  type Process,
  type UnsafeProduction,
} from '@foyer/testing/unsafe-production';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

/** As images start them; the API is compiled, which `npm test` does before the specs. */
const PROGRAMS: [Process, string][] = [
  ['api', 'apps/api/dist/main.js'],
  ['worker', 'apps/mail-worker/src/main.ts'],
  ['migrate', 'tools/deploy/migrate.ts'],
];
const unsafe = await unsafeProductions();

/** How it ended, and what of the environment it said. */
async function start(program: string, changes: Record<string, string>): Promise<[number | null, string[]]> {
  const env = { PATH: process.env['PATH'], ...safeProduction(), ...changes };
  const child = spawn(process.execPath, [program], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const said = (await text(child.stderr)).split('\n').map((line) => line.trim());
  return [await ended, said.filter((line) => /^[A-Z_]+: /.test(line))];
}

describe.each(PROGRAMS)('%s, started in production', (name, program) => {
  const rows = unsafe.filter(({ processes }) => processes.includes(name));

  it('says everything that is not for it at once, and ends', async () => {
    // Of each variable the first that is wrong with it.
    const together: UnsafeProduction[] = [];
    for (const row of rows) {
      const set = new Set(together.flatMap(({ changes }) => Object.keys(changes)));
      if (Object.keys(row.changes).every((variable) => !set.has(variable))) together.push(row);
    }
    const [code, said] = await start(program, Object.assign({}, ...together.map(({ changes }) => changes)));
    expect(code).toBe(1);
    expect(said.toSorted()).toEqual(together.flatMap(({ lines }) => lines).toSorted());
  });

  it.each(rows)('refuses $what', async ({ changes, lines }) => {
    expect(await start(program, changes)).toEqual([1, lines]);
  });
});

it('has 30 of them for API and worker each', () => {
  for (const process of ['api', 'worker'] as const)
    expect(unsafe.filter(({ processes }) => processes.includes(process)).length).toBeGreaterThanOrEqual(30);
});
