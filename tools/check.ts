/**
 * `npm test`: runs the checks in `STEPS`, even after a failure, and ends with `N passed, N failed`. `npm test -- --only
 * jest,stories login` runs only these checks, on files whose path contains "login". `npm run test:deep` (`--deep`) runs
 * `DEEP_STEPS`.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { interruptStep, takeProcessorSeconds, type Tally } from './check/run-step.ts';
import { DEEP_STEPS, STEPS, type Step } from './check/steps.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { ensureTemplateDatabase, startTestPostgres, type TestPostgres } from './run/test-postgres.ts';
import { generateClientIfNeeded } from './prisma/run-prisma.ts';
import { waitForStopRequest } from './run/processes.ts';

interface Done extends Tally {
  name: string;
  seconds: number;
  processorSeconds: number;
}

const LANES = ['static', 'specs', 'stories'] as const;

let postgres: TestPostgres | undefined;

try {
  const startedAt = performance.now();
  const { steps, patterns } = readArguments();
  const done = await Promise.race([runSteps(steps, patterns), waitForStopRequest()]);
  if (!done) interruptStep();
  await postgres?.stop();
  if (!done) process.exit(130);
  const failed = sum(done, ({ failed }) => failed);
  printTimes(done, (performance.now() - startedAt) / 1000);
  console.log(`${sum(done, ({ passed }) => passed)} passed, ${failed} failed`);
  process.exit(Math.min(failed, 1));
} catch (error) {
  await postgres?.stop();
  exitWithError(error);
}

/** Static checks do not wait for the database. */
async function runSteps(steps: Step[], patterns: string[]): Promise<Done[]> {
  await generateClientIfNeeded();
  const needsDatabase = steps.some(({ group }) => group !== 'static');
  const isDatabaseReady = needsDatabase ? startDatabase() : Promise.resolve();
  const done: Done[] = [];
  await Promise.all(
    LANES.map(async (lane) => {
      if (lane !== 'static') await isDatabaseReady;
      for (const step of steps.filter((step) => step.group === lane)) done.push(await run(step, patterns));
    }),
  );
  return done;
}

async function startDatabase(): Promise<void> {
  postgres = await startTestPostgres();
  await ensureTemplateDatabase(postgres.url);
}

/** Prints the output of specs immediately, and that of other steps at their end. */
async function run(step: Step, patterns: string[]): Promise<Done> {
  const startedAt = performance.now();
  const heading = `\n── ${step.name} ${'─'.repeat(80 - step.name.length)}`;
  const isLive = step.group === 'specs';
  let kept = '';
  const print = (text: string): void => {
    if (isLive) process.stdout.write(text);
    else kept += text;
  };
  if (isLive) console.log(heading);
  const tally = await step.run({ patterns, print });
  const processorSeconds = takeProcessorSeconds();
  if (!isLive) console.log(`${heading}\n${kept}`.trimEnd());
  return { name: step.name, ...tally, seconds: (performance.now() - startedAt) / 1000, processorSeconds };
}

function printTimes(done: Done[], seconds: number): void {
  const ofPostgres = takeProcessorSeconds();
  const lines = done.map(
    ({ name, passed, failed, seconds, processorSeconds }) =>
      `  ${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed` +
      `${seconds.toFixed(1).padStart(8)} s ${processorSeconds.toFixed(1).padStart(8)} s of processor`,
  );
  if (postgres) lines.push(`  ${'postgres'.padEnd(43)} ${ofPostgres.toFixed(1).padStart(7)} s of processor`);
  const all = sum(done, ({ processorSeconds }) => processorSeconds) + ofPostgres;
  console.log(`\n${lines.join('\n')}\n`);
  console.log(
    `${all.toFixed(0)} processor seconds in ${seconds.toFixed(0)} s: ` +
      `${(all / seconds).toFixed(2)} of ${availableParallelism()} cores\n`,
  );
}

function sum(done: Done[], of: (step: Done) => number): number {
  return done.reduce((total, step) => total + of(step), 0);
}

function readArguments(): { steps: Step[]; patterns: string[] } {
  const { values, positionals: patterns } = parseArgs({
    options: { only: { type: 'string' }, deep: { type: 'boolean' } },
    allowPositionals: true,
  });
  const names = values.only?.split(',');
  const known = [...STEPS, ...DEEP_STEPS];
  const unknown = names?.find((name) => !known.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new CommandError(
      `There is no check "${unknown}". The checks are ${known.map((step) => step.name).join(', ')}.`,
    );
  }
  const steps = names ? known.filter((step) => names.includes(step.name)) : values.deep ? DEEP_STEPS : STEPS;
  return { steps, patterns };
}
