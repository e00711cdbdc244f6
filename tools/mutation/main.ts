/**
 * `npm run test:mutation -- credentials features/login`: changes the code of these folders or files in small ways, one at
 * a time, and runs the specs that reach the change. A change that no spec notices is a promise that nothing tests.
 * Folders are those of the repository; what is not found there is looked for in `apps/api/src`.
 *
 *   --specs <folder,…>    runs these specs alone; quicker, and says too often that one survived
 *   --all-specs           runs all of these specs for each change: for code that runs in threads of its own (reading a SAML
 *                         response), of which cannot be seen which spec reaches it
 *   --deletions           instead of Stryker's changes, which know whole blocks and nothing of SQL: leaves out one statement,
 *                         one condition of a query or one lock at a time
 *   --patience <seconds>  for each change: specs beside the changed file are all run, others as long as that; 30 unless told
 *   --processes <number>  runs so many at once; as many as the machine has processors unless told
 *   --share <percent>     tries that part of the code alone, blocks of eight lines drawn by lot; 100 unless told
 *   --seed <number>       draws other blocks; 1 unless told
 *   --min <percent>       the exit code says whether that many were noticed; 90 unless told
 */
import { TEST_POSTGRES_URL } from '@foyer/testing/test-database';
import { TEST_SAML_SIGNING_KEY } from '@foyer/testing/test-signing-key';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { interruptStep, runStep } from '../check/run-step.ts';
import { CommandError, exitWithError } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';
import { buildAppsIfNeeded } from '../run/build-apps.ts';
import {
  dropDatabasesOf,
  ensureTemplateDatabase,
  startTestPostgres,
  type TestPostgres,
} from '../run/test-postgres.ts';
import { generateClientIfNeeded } from '../prisma/run-prisma.ts';
import { waitForStopRequest } from '../run/processes.ts';
import { makeSigningKey } from '../deploy/make-signing-key.ts';
import { describeReport, percentOf, type Figures, type MutationReport } from './report.ts';
import { tryDeletions } from './try-deletions.ts';

/** Of each run its own: several may go on at once. */
const FOLDER = join(DATA, 'mutation', `${process.pid}`);
const RETRIED_FOLDER = join('apps', 'api', 'src');
/** Loading modules anew for each mutant leaks a little; a fresh process now and then costs less than a full memory. */
const RUNS_PER_PROCESS = 40;
/** Added to three times the time that the tests took without a mutant. */
const TIMEOUT_MS = 60_000;
const FIRST_RUN_MINUTES = 45;
/** What is drawn by `--share`: long enough that most changes begin and end within one. */
const LINES_PER_BLOCK = 8;

interface Wanted {
  folders: string[];
  specs: string | undefined;
  isAllSpecs: boolean;
  isDeletions: boolean;
  patienceSeconds: number;
  processes: number;
  share: number;
  seed: number;
  min: number;
}

interface JestProject {
  displayName: string;
  roots: string[];
}

let postgres: TestPostgres | undefined;

try {
  const wanted = readArguments();
  const figures = await Promise.race([mutate(wanted), waitForStopRequest()]);
  if (!figures) interruptStep();
  await postgres?.stop();
  if (!figures) process.exit(130);
  const percent = percentOf(figures);
  console.log(`\n${percent.toFixed(1)} % noticed; wanted are ${wanted.min} %`);
  process.exit(percent >= wanted.min ? 0 : 1);
} catch (error) {
  await postgres?.stop();
  exitWithError(error);
}

async function mutate(wanted: Wanted): Promise<Figures> {
  await generateClientIfNeeded();
  await buildAppsIfNeeded(['api']);
  postgres = await startTestPostgres();
  await ensureTemplateDatabase(postgres.url);
  await dropDatabasesOf(postgres.url, 'foyer_mutation_');
  process.env[TEST_POSTGRES_URL] = postgres.url;
  process.env[TEST_SAML_SIGNING_KEY] = await makeSigningKey('Specs');
  mkdirSync(FOLDER, { recursive: true });

  const total: Figures = { killed: 0, timedOut: 0, survived: 0, broken: 0 };
  for (const [project, ofProject] of await groupByProject(wanted.folders)) {
    const found = await mutateProject(project, { ...wanted, folders: ofProject });
    total.killed += found.killed;
    total.timedOut += found.timedOut;
    total.survived += found.survived;
    total.broken += found.broken;
  }
  return total;
}

/** Which of jest's projects runs the specs of each folder. */
async function groupByProject(folders: string[]): Promise<Map<string, string[]>> {
  const { default: config } = (await import(pathToFileURL(join(ROOT, 'jest.config.mjs')).href)) as {
    default: { projects: JestProject[] };
  };
  const groups = new Map<string, string[]>();
  for (const folder of folders) {
    const project = config.projects.find(({ roots }) =>
      roots.some((root) => `${folder}/`.startsWith(`${root.replace('<rootDir>/', '')}/`)),
    );
    if (!project)
      throw new CommandError(
        `No specs are run for ${folder}; jest.config.mjs names the folders that have some.`,
      );
    groups.set(project.displayName, [...(groups.get(project.displayName) ?? []), folder]);
  }
  return groups;
}

async function mutateProject(project: string, wanted: Wanted): Promise<Figures> {
  const report = join(FOLDER, `${project}.json`);
  const notes = join(FOLDER, `${project}.notes.json`);
  const env = {
    LOG_LEVEL: 'silent',
    TEST_LANE: 'all',
    MUTATION_PROJECT: project,
    MUTATION_FOLDERS: wanted.folders.join(','),
    MUTATION_NOTES: notes,
    MUTATION_PATIENCE_MS: `${wanted.patienceSeconds * 1000}`,
    MUTATION_SPECS: wanted.specs ?? '',
  };
  const startedAt = performance.now();
  if (wanted.isDeletions) {
    const run = { places: placesOf(wanted), folder: FOLDER, notes, env, postgresUrl: postgres?.url ?? '' };
    writeFileSync(report, JSON.stringify(await tryDeletions(run)));
  } else await runStryker(project, wanted, report, env);
  const { figures, lines } = describeReport(JSON.parse(readFileSync(report, 'utf8')) as MutationReport);
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  console.log(`\n── ${project}, ${minutes} minutes, ${relative(ROOT, report)}\n${lines.join('\n')}`);
  return figures;
}

async function runStryker(project: string, wanted: Wanted, report: string, env: Record<string, string>) {
  const config = join(FOLDER, `${project}.config.json`);
  writeFileSync(config, JSON.stringify(configure(wanted, report), null, 2));
  const { exitCode } = await runStep(
    [join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
    { env },
  );
  if (exitCode !== 0)
    throw new CommandError('The mutation tester did not get to its end; it says why above.');
}

/** https://stryker-mutator.io/docs/stryker-js/configuration/ */
function configure(wanted: Wanted, report: string) {
  const { isAllSpecs, processes } = wanted;
  return {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner', join(import.meta.dirname, 'survivors.mjs')],
    mutate: placesOf(wanted),
    jest: {
      projectType: 'custom',
      configFile: 'tools/mutation/jest.config.mjs',
      enableFindRelatedTests: false,
    },
    testRunnerNodeArgs: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
    coverageAnalysis: isAllSpecs ? 'off' : 'perTest',
    concurrency: processes,
    maxTestRunnerReuse: RUNS_PER_PROCESS,
    timeoutMS: TIMEOUT_MS,
    timeoutFactor: 3,
    dryRunTimeoutMinutes: FIRST_RUN_MINUTES,
    tempDirName: join(FOLDER, 'sandbox'),
    cleanTempDir: 'always',
    ignorePatterns: ['.data', '.nx', 'apps/stories/results', 'apps/web/dist'],
    // The compiler is not asked: what does not compile runs all the same, and fails.
    disableTypeChecks: false,
    reporters: ['progress-append-only', 'survivors', 'json'],
    jsonReporter: { fileName: report },
    allowConsoleColors: false,
    warnings: { slow: false },
  };
}

function placesOf({ folders, share, seed }: Wanted): string[] {
  return folders.flatMap(listSources).flatMap((file) => drawBlocks(file, share, seed));
}

function listSources(place: string): string[] {
  if (statSync(join(ROOT, place)).isFile()) return [place];
  return globSync(`${place}/**/*.{ts,tsx}`, { cwd: ROOT }).filter(
    (file) => !/\.spec\.tsx?$|\/test-[^/]*$/.test(file),
  );
}

/** The whole file, or the blocks of it that the lot falls on: the same ones each time, until the seed or the name changes. */
function drawBlocks(file: string, share: number, seed: number): string[] {
  if (share >= 100) return [file];
  const lines = readFileSync(join(ROOT, file), 'utf8').split('\n').length;
  const blocks = Array.from({ length: Math.ceil(lines / LINES_PER_BLOCK) }, (_, block) => block);
  return blocks
    .filter((block) => {
      const digest = createHash('sha256').update(`${seed} ${file} ${block}`).digest();
      return digest.readUInt32BE() / 2 ** 32 < share / 100;
    })
    .map((block) => `${file}:${block * LINES_PER_BLOCK + 1}-${(block + 1) * LINES_PER_BLOCK}`);
}

function readArguments(): Wanted {
  const { values, positionals } = parseArgs({
    options: {
      specs: { type: 'string' },
      'all-specs': { type: 'boolean', default: false },
      deletions: { type: 'boolean', default: false },
      patience: { type: 'string', default: '30' },
      processes: { type: 'string', default: `${availableParallelism()}` },
      share: { type: 'string', default: '100' },
      seed: { type: 'string', default: '1' },
      min: { type: 'string', default: '90' },
    },
    allowPositionals: true,
  });
  if (positionals.length === 0)
    throw new CommandError('Say which folders: npm run test:mutation -- credentials session');
  return {
    folders: positionals.map(findPlace),
    specs: values.specs?.split(',').map(findPlace).join(','),
    isAllSpecs: values['all-specs'],
    isDeletions: values.deletions,
    patienceSeconds: Number(values.patience),
    processes: Number(values.processes),
    share: Number(values.share),
    seed: Number(values.seed),
    min: Number(values.min),
  };
}

function findPlace(name: string): string {
  const found = [name, join(RETRIED_FOLDER, name)].find((place) => existsSync(join(ROOT, place)));
  if (found === undefined)
    throw new CommandError(`There is no ${name}, neither here nor in ${RETRIED_FOLDER}.`);
  return found.replace(/\/$/, '');
}
