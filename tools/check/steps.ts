import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { DATA, ROOT } from '../paths.ts';
import { buildAppsIfNeeded } from '../run/build-apps.ts';
import { folderOfLintResults } from './kept-results.ts';
import { describeSlowTests } from './slow-tests.ts';
import { runStep, tallyOfExit, withCrash, type Tally } from './run-step.ts';

const FOLDERS = ['apps', 'libs', 'tools', 'testbed', 'prisma'];

const program = (path: string): string => join(ROOT, 'node_modules', path);

interface Wanted {
  /** Patterns for the paths of the specs and stories to run. If empty, the step runs all of its files. */
  patterns: string[];
  print: (text: string) => void;
}

export interface Step {
  name: string;
  /** Groups run in parallel. The steps of a group run one after the other. */
  group: 'static' | 'specs' | 'stories';
  run(wanted: Wanted): Promise<Tally>;
}

const by =
  (path: string, ...args: string[]) =>
  async ({ print }: Wanted): Promise<Tally> =>
    tallyOfExit(await runStep([program(path), ...args], { print }));

export const STEPS: Step[] = [
  { name: 'lint', group: 'static', run: checkLint },
  { name: 'types', group: 'static', run: checkTypes },
  { name: 'typed-lint', group: 'static', run: by('oxlint/bin/oxlint') },
  { name: 'format', group: 'static', run: by('oxfmt/bin/oxfmt', '--check', '.') },
  { name: 'unused', group: 'static', run: by('knip/bin/knip.js', '--no-progress') },
  { name: 'copies', group: 'static', run: by('jscpd/run-jscpd.js', '--fail-on-empty', ...FOLDERS) },
  { name: 'jest', group: 'specs', run: (wanted) => runJest(wanted, 'usual') },
  { name: 'stories', group: 'stories', run: (wanted) => runStories(wanted, 'usual') },
];

export const DEEP_STEPS: Step[] = [
  { name: 'advisories', group: 'static', run: warnOfAdvisories },
  { name: 'react-lint', group: 'static', run: checkReactLint },
  { name: 'deep', group: 'specs', run: (wanted) => runJest(wanted, 'deep') },
  { name: 'deep-stories', group: 'stories', run: (wanted) => runStories(wanted, 'deep') },
];

async function checkLint({ print }: Wanted): Promise<Tally> {
  const cache = ['--cache', '--cache-strategy=content', `--cache-location=${folderOfLintResults()}/`];
  return tallyOfExit(await runStep([program('eslint/bin/eslint.js'), '.', ...cache], { print }));
}

/** Lints apps/web with the rules of React's compiler, see eslint.config.mjs. */
async function checkReactLint({ print }: Wanted): Promise<Tally> {
  const args = [program('eslint/bin/eslint.js'), 'apps/web'];
  return tallyOfExit(await runStep(args, { env: { TEST_LANE: 'deep' }, print }));
}

/** Reports no failure, because an advisory may be newer than the commit, and a build server may have no network. */
async function warnOfAdvisories({ print }: Wanted): Promise<Tally> {
  const { exitCode } = await runStep([join(ROOT, 'tools', 'supply', 'advisories.ts')], { print });
  return { passed: exitCode === 0 ? 1 : 0, failed: 0 };
}

async function checkTypes({ print }: Wanted): Promise<Tally> {
  const args = [program('nx/dist/bin/nx.js'), 'run-many', '-t', 'typecheck', '--outputStyle=static'];
  const run = await runStep(args, { print: () => {} });
  if (run.exitCode !== 0) print(run.output);
  // Nx colors its output on CI, even without a terminal.
  const words = stripVTControlCharacters(run.output);
  const [, several] = /target typecheck for (?:(\d+) projects|project )/.exec(words) ?? [undefined, '0'];
  const count = Number(several ?? 1);
  const failed = words.match(/^- \S+:typecheck$/gm)?.length ?? 0;
  return count === 0 ? { passed: 0, failed: 1 } : withCrash({ passed: count - failed, failed }, run);
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numRuntimeErrorTestSuites: number;
}

type Lane = 'usual' | 'deep';

/** Returns 'all' for the usual lane if patterns name files, so that a named file runs even if it is slow. */
const laneFor = (patterns: string[], lane: Lane): Lane | 'all' =>
  lane === 'usual' && patterns.length > 0 ? 'all' : lane;

async function runJest({ patterns, print }: Wanted, lane: Lane): Promise<Tally> {
  // Some deep specs start the compiled API.
  if (laneFor(patterns, lane) !== 'usual') await buildAppsIfNeeded(['api']);
  const times = join(DATA, 'test', `test-times-${process.pid}.jsonl`);
  const report = join(DATA, 'test', `jest-${process.pid}.json`);
  const run = await runStep(
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      program('jest/bin/jest.js'),
      '--json',
      `--outputFile=${report}`,
      // Jest must not fail if the patterns match no deep spec.
      ...(lane === 'deep' ? ['--passWithNoTests'] : []),
      ...patterns,
    ],
    // Silent, because the API's request logs would hide the results.
    {
      env: {
        TEST_LANE: laneFor(patterns, lane),
        TEST_TIMES: times,
        LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
      },
      print,
    },
  );
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    numRuntimeErrorTestSuites = 0,
  } = readReport<JestReport>(report);
  rmSync(report, { force: true });
  print(describeSlowTests(times));
  rmSync(times, { force: true });
  return withCrash({ passed: numPassedTests, failed: numFailedTests + numRuntimeErrorTestSuites }, run);
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number };
  errors: unknown[];
}

async function runStories({ patterns, print }: Wanted, lane: Lane): Promise<Tally> {
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
  if (failed === 0) rmSync(results, { recursive: true, force: true });
  return withCrash({ passed: stats?.expected ?? 0, failed }, run);
}

function readReport<Report>(file: string): Partial<Report> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return {};
  }
}
