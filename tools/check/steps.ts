import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { DATA, ROOT } from '../paths.ts';
import type { Affected } from './affected.ts';
import { folderOfLintResults, FORMAT_RESULTS } from './kept-results.ts';
import { runStep, tallyOne, withCrash, type Tally } from './run-step.ts';

const program = (path: string): string => join(ROOT, 'node_modules', path);

export interface Wanted {
  /** Runs specs and stories whose path matches one of these; empty runs all. */
  patterns: string[];
  /** Restricts the checks to what a change affects. */
  affected?: Affected;
  /** Receives the output instead of the terminal. */
  print?: (text: string) => void;
}

export interface Step {
  name: string;
  /** Whether the step works on the test database. */
  needsPostgres?: boolean;
  /** Uses one core and no shared state: such steps run in parallel. */
  takesOneCore?: boolean;
  /** Waits at times for what it has started: runs beside the steps before it. */
  leavesCoresIdle?: boolean;
  run(wanted: Wanted): Promise<Tally>;
}

/** Everything `npm test` checks, in this order; what takes long is left to `DEEP_STEPS`. */
export const STEPS: Step[] = [
  { name: 'lint', takesOneCore: true, run: checkLint },
  { name: 'typed-lint', takesOneCore: true, run: checkTypedLint },
  { name: 'format', takesOneCore: true, run: checkFormat },
  { name: 'types', takesOneCore: true, run: checkTypes },
  { name: 'unused', takesOneCore: true, run: checkUnused },
  { name: 'copies', takesOneCore: true, run: checkCopies },
  { name: 'jest', needsPostgres: true, run: (wanted) => runJest(wanted, 'usual') },
  {
    name: 'stories',
    needsPostgres: true,
    leavesCoresIdle: true,
    run: (wanted) => runStories(wanted, 'usual'),
  },
];

/** What `npm run test:deep` checks: the specs and stories that take long, and what the outside knows of our packages. */
export const DEEP_STEPS: Step[] = [
  { name: 'advisories', takesOneCore: true, run: warnOfAdvisories },
  { name: 'deep', needsPostgres: true, run: (wanted) => runJest(wanted, 'deep') },
  {
    name: 'deep-stories',
    needsPostgres: true,
    leavesCoresIdle: true,
    run: (wanted) => runStories(wanted, 'deep'),
  },
];

async function checkFormat({ print }: Wanted): Promise<Tally> {
  const cache = ['--cache', '--cache-strategy=content', `--cache-location=${FORMAT_RESULTS}`];
  const args = [program('prettier/bin/prettier.cjs'), '--check', '.', '--log-level=warn', ...cache];
  return tallyOne(await runStep(args, { print }));
}

async function checkLint({ print }: Wanted): Promise<Tally> {
  const cache = ['--cache', '--cache-strategy=content', `--cache-location=${folderOfLintResults()}/`];
  return tallyOne(await runStep([program('eslint/bin/eslint.js'), '.', ...cache], { print }));
}

/** The rules that ask the compiler for types; see .oxlintrc.json. Finding no file is an error of oxlint's own. */
async function checkTypedLint({ print }: Wanted): Promise<Tally> {
  return tallyOne(await runStep([program('oxlint/bin/oxlint')], { print }));
}

/** Unused files and exports, and import cycles; see knip.config.ts. */
async function checkUnused({ print }: Wanted): Promise<Tally> {
  return tallyOne(await runStep([program('knip/bin/knip.js'), '--no-progress'], { print }));
}

/** Code that stands twice; .jscpd.json says from what length. */
async function checkCopies({ print }: Wanted): Promise<Tally> {
  const folders = ['apps', 'libs', 'tools', 'prisma'];
  return tallyOne(await runStep([program('jscpd/run-jscpd.js'), '--fail-on-empty', ...folders], { print }));
}

/** A warning only: what is reported tomorrow is no fault of today's commit, and a build server may have no network. */
async function warnOfAdvisories({ print }: Wanted): Promise<Tally> {
  const { exitCode } = await runStep([join(ROOT, 'tools', 'supply', 'advisories.ts')], { print });
  return { passed: exitCode === 0 ? 1 : 0, failed: 0 };
}

/** Counts each project. What Nx tells about projects without a fault is of no interest. */
async function checkTypes({ affected, print = console.log }: Wanted): Promise<Tally> {
  const all = ['run-many', '-t', 'typecheck'];
  const some = affected && [...all, `--projects=${affected.projects.join(',')}`];
  if (affected?.projects.length === 0) return { passed: 0, failed: 0 };
  const args = [program('nx/dist/bin/nx.js'), ...(some ?? all), '--outputStyle=static'];
  const run = await runStep(args, { print: () => {} });
  if (run.exitCode !== 0) print(run.output);
  // Nx colours its output on CI although there is no terminal.
  const words = stripVTControlCharacters(run.output);
  const [, several] = /target typecheck for (?:(\d+) projects|project )/.exec(words) ?? [undefined, '0'];
  const count = Number(several ?? 1);
  const failed = words.match(/^- \S+:typecheck$/gm)?.length ?? 0;
  // An unreadable count must not pass.
  return count === 0 ? { passed: 0, failed: 1 } : withCrash({ passed: count - failed, failed }, run);
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  /** Files that failed before their first test. */
  numRuntimeErrorTestSuites: number;
}

/** Whether specs or stories are the usual ones or those that take long; jest.config.mjs and playwright.config.ts choose. */
type Lane = 'usual' | 'deep';

/** A named file is run, however long it takes. */
const laneFor = (patterns: string[], lane: Lane): Lane | 'all' =>
  lane === 'usual' && patterns.length > 0 ? 'all' : lane;

async function runJest({ patterns, affected, print }: Wanted, lane: Lane): Promise<Tally> {
  const report = join(DATA, 'test', `jest-${process.pid}.json`);
  const run = await runStep(
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      program('jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      // The pattern may match stories only.
      ...(lane === 'deep' ? ['--passWithNoTests'] : []),
      ...(affected ? affected.folders.map((folder) => join(ROOT, folder, '/')) : patterns),
    ],
    // The API's request logs would bury the results.
    { env: { TEST_LANE: laneFor(patterns, lane), LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent' }, print },
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
  /** Errors outside of any story, such as a portal that did not start. */
  errors: unknown[];
}

async function runStories({ patterns, affected, print }: Wanted, lane: Lane): Promise<Tally> {
  if (affected && !affected.projects.includes('@foyer/stories')) return { passed: 0, failed: 0 };
  const folder = join(ROOT, 'apps', 'stories');
  const results = join(DATA, 'test', `story-results-${process.pid}`);
  const report = join(results, 'report.json');
  const run = await runStep(
    [
      program('@playwright/test/cli.js'),
      'test',
      `--config=${folder}`,
      ...(lane === 'deep' ? ['--pass-with-no-tests'] : []),
      ...patterns,
    ],
    { env: { STORY_RESULTS: results, TEST_LANE: laneFor(patterns, lane) }, print },
  );
  const { stats, errors = [] } = readReport<PlaywrightReport>(report);
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0) + errors.length;
  // Results of failures are kept for inspection.
  if (failed === 0) rmSync(results, { recursive: true, force: true });
  return withCrash({ passed: stats?.expected ?? 0, failed }, run);
}

/** Empty if the program crashed before writing it. */
function readReport<Report>(file: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return {};
  }
}
