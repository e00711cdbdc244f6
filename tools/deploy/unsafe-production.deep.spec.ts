import { runToEnd } from '@foyer/testing/start-process';
import {
  safeProduction,
  unsafeProductions,
  type Process,
  type UnsafeProduction,
} from '@foyer/testing/unsafe-production';
import { describe, expect, it } from '@jest/globals';

/** The programs of the images. `npm run test:deep` compiles the API before the specs. */
const PROGRAMS: [Process, string][] = [
  ['api', 'apps/api/dist/main.js'],
  ['worker', 'apps/mail-worker/src/main.ts'],
  ['migrate', 'tools/deploy/migrate.ts'],
];
const unsafe = await unsafeProductions();

async function start(program: string, changes: Record<string, string>): Promise<[unknown, string[]]> {
  const { code, stderr } = await runToEnd(program, { ...safeProduction(), ...changes });
  const said = stderr.split('\n').map((line) => line.trim());
  return [code, said.filter((line) => /^[A-Z_]+: /.test(line))];
}

function startsFor(rows: UnsafeProduction[]): UnsafeProduction[][] {
  const starts: UnsafeProduction[][] = [];
  for (const row of rows) {
    const fits = (start: UnsafeProduction[]): boolean =>
      start.every(({ changes }) => Object.keys(changes).every((variable) => !(variable in row.changes)));
    const start = starts.find(fits);
    if (start) start.push(row);
    else starts.push([row]);
  }
  return starts;
}

describe.each(PROGRAMS)('%s, started in production', (name, program) => {
  const all = startsFor(unsafe.filter(({ processes }) => processes.includes(name)));
  // One start is enough for API and worker, because their `env.spec.ts` tests each fault separately.
  const starts = name === 'migrate' ? all : all.slice(0, 1);

  it.each(starts.map((rows) => ({ rows, what: rows.map(({ what }) => what).join(', ') })))(
    'reports all unsafe settings in one start, and exits: $what',
    async ({ rows }) => {
      const [code, said] = await start(program, Object.assign({}, ...rows.map(({ changes }) => changes)));
      expect(code).toBe(1);
      expect(said.toSorted()).toEqual(rows.flatMap(({ lines }) => lines).toSorted());
    },
  );
});

it.each(PROGRAMS.filter(([name]) => name !== 'migrate'))(
  '%s reports an unknown log level in one line',
  async (_, program) => {
    const { code, stderr } = await runToEnd(program, { ...safeProduction(), LOG_LEVEL: 'loud' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The environment is not valid:\n {2}LOG_LEVEL: [^\n]*"debug"[^\n]*\n$/);
  },
);

it('the list has at least 30 unsafe settings each for API and worker', () => {
  for (const process of ['api', 'worker'] as const)
    expect(unsafe.filter(({ processes }) => processes.includes(process)).length).toBeGreaterThanOrEqual(30);
});
