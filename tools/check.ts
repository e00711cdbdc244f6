/**
 * `npm test`: all checks, stopping at nothing, so that one run shows every fault. Ends with `N passed, N failed`.
 * While working: `npm test -- --only jest,stories login` runs some kinds of checks, on files whose name matches, and
 * `npm test -- --changed` checks what the changes since `main` reach.
 * `npm run test:deep` is `--deep`: the specs and stories that take long, which `npm test` leaves out.
 */
import { TEST_POSTGRES_URL } from '@foyer/testing/test-database';
import { parseArgs } from 'node:util';
import { findAffected } from './check/affected.ts';
import { interruptStep, type Tally } from './check/run-step.ts';
import { DEEP_STEPS, STEPS, type Step, type Wanted } from './check/steps.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { ensureTemplateDatabase, startTestPostgres, type TestPostgres } from './postgres/test-postgres.ts';
import { buildAppsIfNeeded } from './portal/build-apps.ts';
import { generateClientIfNeeded } from './prisma/run-prisma.ts';
import { waitForStopRequest } from './processes/stop-request.ts';

let postgres: TestPostgres | undefined;

try {
  const { steps, wanted } = await readArguments();
  const outcome = await Promise.race([runSteps(steps, wanted), waitForStopRequest()]);
  if (!outcome) interruptStep();
  await postgres?.stop();
  if (outcome) console.log(`${outcome.passed} passed, ${outcome.failed} failed`);
  process.exit(outcome ? Math.min(outcome.failed, 1) : 130);
} catch (error) {
  await postgres?.stop();
  exitWithError(error);
}

async function runSteps(steps: Step[], wanted: Wanted): Promise<Tally> {
  await generateClientIfNeeded();
  const done: { step: Step; tally: Tally; seconds: number }[] = [];
  const run = async (step: Step, print?: Wanted['print']): Promise<void> => {
    const startedAt = performance.now();
    const tally = await step.run({ ...wanted, print });
    done.push({ step, tally, seconds: (performance.now() - startedAt) / 1000 });
  };
  await runSideBySide(
    steps.filter((step) => step.takesOneCore),
    run,
  );
  const others = steps.filter((step) => !step.takesOneCore);
  if (others.some((step) => step.needsPostgres)) {
    postgres = await startTestPostgres();
    process.env[TEST_POSTGRES_URL] = postgres.url;
    // Some specs start, and kill, the API as it is deployed.
    await buildAppsIfNeeded(['api']);
    await ensureTemplateDatabase(postgres.url);
  }
  const besides = others.length > 1 ? others.filter((step) => step.leavesCoresIdle) : [];
  const inTurn = others.filter((step) => !besides.includes(step));
  const runInTurn = async (): Promise<void> => {
    for (const step of inTurn) {
      console.log(headingOf(step));
      await run(step);
    }
  };
  const isEndOfTurns = runInTurn();
  await runSideBySide(besides, run, isEndOfTurns);
  await isEndOfTurns;
  const lines = done.map(
    ({ step, tally, seconds }) =>
      `  ${step.name.padEnd(12)} ${String(tally.passed).padStart(5)} passed ${String(tally.failed).padStart(4)} failed  ${seconds.toFixed(1)} s`,
  );
  console.log(`\n${lines.join('\n')}\n`);
  return {
    passed: done.reduce((sum, { tally }) => sum + tally.passed, 0),
    failed: done.reduce((sum, { tally }) => sum + tally.failed, 0),
  };
}

/** What each of them prints stays together, and comes after what is printed until `isTerminalFree`. */
async function runSideBySide(
  steps: Step[],
  run: (step: Step, print: (text: string) => void) => Promise<void>,
  isTerminalFree?: Promise<void>,
): Promise<void> {
  await Promise.all(
    steps.map(async (step) => {
      let printed = '';
      await run(step, (text) => (printed += text));
      await isTerminalFree;
      console.log(`${headingOf(step)}\n${printed}`.trimEnd());
    }),
  );
}

function headingOf({ name }: Step): string {
  return `\n── ${name} ${'─'.repeat(80 - name.length)}`;
}

async function readArguments(): Promise<{ steps: Step[]; wanted: Wanted }> {
  const { values, positionals: patterns } = parseArgs({
    options: { only: { type: 'string' }, changed: { type: 'boolean' }, deep: { type: 'boolean' } },
    allowPositionals: true,
  });
  if (values.changed && patterns.length > 0)
    throw new CommandError('Name the files, or say --changed: both at once would leave something out.');
  const names = values.only?.split(',');
  const known = [...STEPS, ...DEEP_STEPS];
  const unknown = names?.find((name) => !known.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new CommandError(
      `There is no check "${unknown}"; there are ${known.map((step) => step.name).join(', ')}.`,
    );
  }
  const steps = names ? known.filter((step) => names.includes(step.name)) : values.deep ? DEEP_STEPS : STEPS;
  return { steps, wanted: { patterns, ...(values.changed && { affected: await findAffected() }) } };
}
