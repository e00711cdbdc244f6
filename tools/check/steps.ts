import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { DATA, ROOT } from '../paths.ts';
import { runStep, tallyOne, withCrash, type Tally } from './run-step.ts';

const program = (path: string): string => join(ROOT, 'node_modules', path);

export interface Step {
  name: string;
  /** Whether the step works on the test database. */
  needsPostgres?: boolean;
  run(patterns: string[]): Promise<Tally>;
}

/** Everything `npm test` checks, in this order; the specs named `*.deep.spec.ts` are left to `DEEP_STEP`. */
export const STEPS: Step[] = [
  {
    name: 'format',
    run: async () =>
      tallyOne(await runStep([program('prettier/bin/prettier.cjs'), '--check', '.', '--log-level=warn'])),
  },
  {
    name: 'lint',
    run: async () => tallyOne(await runStep([program('eslint/bin/eslint.js'), '.'])),
  },
  { name: 'types', run: checkTypes },
  {
    // Files and exports that nobody uses, and files that import each other in a circle; see knip.config.ts.
    name: 'unused',
    run: async () => tallyOne(await runStep([program('knip/bin/knip.js'), '--no-progress'])),
  },
  { name: 'jest', needsPostgres: true, run: (patterns) => runJest(patterns, 'usual') },
  { name: 'stories', needsPostgres: true, run: runStories },
];

/** What `npm run test:deep` checks: the specs that take long. */
export const DEEP_STEP: Step = {
  name: 'deep',
  needsPostgres: true,
  run: (patterns) => runJest(patterns, 'deep'),
};

/** Counts each project. What Nx tells about projects without a fault is of no interest. */
async function checkTypes(): Promise<Tally> {
  const args = [program('nx/dist/bin/nx.js'), 'run-many', '-t', 'typecheck', '--outputStyle=static'];
  const run = await runStep(args, { isQuiet: true });
  if (run.exitCode !== 0) console.log(run.output);
  // On a build server Nx colours its words although no terminal shows them.
  const words = stripVTControlCharacters(run.output);
  const all = Number(/target typecheck for (\d+) projects/.exec(words)?.[1] ?? 0);
  const failed = words.match(/^- \S+:typecheck$/gm)?.length ?? 0;
  // A count that cannot be read proves nothing.
  return all === 0 ? { passed: 0, failed: 1 } : withCrash({ passed: all - failed, failed }, run);
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that did not get as far as a test. */
  numRuntimeErrorTestSuites: number;
}

/** `lane` chooses the specs, see jest.config.mjs. */
async function runJest(patterns: string[], lane: 'usual' | 'deep'): Promise<Tally> {
  const report = join(DATA, 'test', `jest-${process.pid}.json`);
  const run = await runStep(
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      program('jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      ...patterns,
    ],
    // What the API logs about each request would bury what the specs say.
    { env: { JEST_LANE: lane, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' } },
  );
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numRuntimeErrorTestSuites = 0,
  } = readReport<JestReport>(report);
  rmSync(report, { force: true });
  return withCrash({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }, run);
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  /** Faults outside any story, such as a portal that did not start. */
  errors: unknown[];
}

async function runStories(patterns: string[]): Promise<Tally> {
  const folder = join(ROOT, 'apps', 'stories');
  const results = join(DATA, 'test', `story-results-${process.pid}`);
  const report = join(results, 'report.json');
  const run = await runStep([program('@playwright/test/cli.js'), 'test', `--config=${folder}`, ...patterns], {
    env: { STORY_RESULTS: results },
  });
  const { stats, errors = [] } = readReport<PlaywrightReport>(report);
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + errors.length;
  // What failed is there to be looked at.
  if (failed === 0) rmSync(results, { recursive: true, force: true });
  return withCrash({ passed: stats?.expected ?? 0, failed }, run);
}

/** Empty when the program crashed before it could write one. */
function readReport<Report>(file: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return {};
  }
}
