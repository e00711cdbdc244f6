/**
 * `npm test`: all checks, stopping at nothing, so that one run shows every fault. Ends with `N passed, N failed`.
 * While working: `npm test -- --only jest,stories login` runs some kinds of checks, on files whose name matches.
 * `npm run test:deep` is the step `deep`, which `npm test` leaves out: the specs that take long.
 */
import { TEST_POSTGRES_URL } from '@foyer/testing/test-database';
import { parseArgs } from 'node:util';
import { interruptStep } from './check/run-step.ts';
import { DEEP_STEP, STEPS, type Step } from './check/steps.ts';
import { CommandError, exitWithError } from './command-error.ts';
import { startTestPostgres, type TestPostgres } from './postgres/test-postgres.ts';
import { buildAppsIfNeeded } from './portal/build-apps.ts';
import { generateClientIfNeeded } from './prisma/run-prisma.ts';
import { waitForStopRequest } from './processes/stop-request.ts';

let postgres: TestPostgres | undefined;

try {
  const { steps, patterns } = readArguments();
  const outcome = await Promise.race([runSteps(steps, patterns), waitForStopRequest()]);
  if (!outcome) interruptStep();
  await postgres?.stop();
  if (outcome) console.log(`${outcome.passed} passed, ${outcome.failed} failed`);
  process.exit(outcome ? Math.min(outcome.failed, 1) : 130);
} catch (error) {
  await postgres?.stop();
  exitWithError(error);
}

async function runSteps(steps: Step[], patterns: string[]): Promise<{ passed: number; failed: number }> {
  await generateClientIfNeeded();
  if (steps.some((step) => step.needsPostgres)) {
    postgres = await startTestPostgres();
    process.env[TEST_POSTGRES_URL] = postgres.url;
    // Some specs start, and kill, the API as it is deployed.
    await buildAppsIfNeeded(['api']);
  }
  const total = { passed: 0, failed: 0 };
  const summary: string[] = [];
  for (const step of steps) {
    console.log(`\n── ${step.name} ${'─'.repeat(80 - step.name.length)}`);
    const startedAt = performance.now();
    const { passed, failed } = await step.run(patterns);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    total.passed += passed;
    total.failed += failed;
    summary.push(
      `  ${step.name.padEnd(8)} ${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed  ${seconds} s`,
    );
  }
  console.log(`\n${summary.join('\n')}\n`);
  return total;
}

function readArguments(): { steps: Step[]; patterns: string[] } {
  const { values, positionals } = parseArgs({
    options: { only: { type: 'string' } },
    allowPositionals: true,
  });
  if (values.only === undefined) return { steps: STEPS, patterns: positionals };
  const names = values.only.split(',');
  const known = [...STEPS, DEEP_STEP];
  const unknown = names.find((name) => !known.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new CommandError(
      `There is no check "${unknown}"; there are ${known.map((step) => step.name).join(', ')}.`,
    );
  }
  return { steps: known.filter((step) => names.includes(step.name)), patterns: positionals };
}
