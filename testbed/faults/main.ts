/**
 * `npm run test:faults`: injects faults into a running portal and checks its promises (docs/security.md 4). The portal
 * has two replicas behind a load balancer, two mail workers and one Postgres, all as real processes. `-- 3 7` runs only
 * scenarios 3 and 7. A run of all scenarios also fails if a test in proved-by-specs.ts is gone.
 */
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { waitForStopRequest } from '@foyer/tools/run/processes';
import { findProofs } from './proved-by-specs.ts';
import { condition, type Condition, type Scenario } from './scenario.ts';
import { unreadableCertificate } from './scenarios/certificates.ts';
import { clocksDiffer } from './scenarios/clocks.ts';
import { databaseFull, databaseReadOnly, databaseRestarted } from './scenarios/database.ts';
import { apiKilled } from './scenarios/killing.ts';
import {
  hangingAddresses,
  mailServerDown,
  poison,
  refusedForNow,
  serverAtFault,
  slowServer,
  noFault,
  workerKilled,
} from './scenarios/mails.ts';
import { migratedTwice, migrationFails, migrationWaits } from './scenarios/migrating.ts';
import { passwordFlood, poolExhausted, providerHangs, tableLocked } from './scenarios/overload.ts';
import { replicaStopped, workerStopped } from './scenarios/stopping.ts';
import { databaseDown, workersStopped } from './scenarios/webhooks.ts';
import { Stage } from './stage.ts';

const SCENARIOS: Scenario[] = [
  replicaStopped,
  databaseRestarted,
  migratedTwice,
  noFault,
  workerStopped,
  workerKilled,
  poison,
  refusedForNow,
  mailServerDown,
  apiKilled,
  databaseDown,
  workersStopped,
  passwordFlood,
  poolExhausted,
  providerHangs,
  clocksDiffer,
  unreadableCertificate,
  migrationWaits,
  migrationFails,
  databaseReadOnly,
  databaseFull,
  tableLocked,
  serverAtFault,
  slowServer,
  hangingAddresses,
];

let stage: Stage | undefined;
try {
  const numbers = readArguments();
  const lines = await Promise.race([runScenarios(numbers), waitForStopRequest()]);
  await stage?.stop();
  if (!lines) process.exit(130);
  const proofs = numbers.length === SCENARIOS.length ? findProofs() : [];
  const missing = proofs.filter(({ isThere }) => !isThere);
  console.log(`\n${lines.map(({ text }) => text).join('\n')}`);
  if (proofs.length > 0) console.log('\nProved by `npm test` instead:');
  for (const { name, spec, test, isThere } of proofs)
    console.log(`  ${name} · ${spec}${isThere ? '' : ` · GONE: "${test}"`}`);
  const failed = lines.filter(({ isPassed }) => !isPassed).length + missing.length;
  console.log(`\n${lines.length - failed + missing.length} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  await stage?.stop();
  exitWithError(error);
}

async function runScenarios(numbers: number[]): Promise<{ text: string; isPassed: boolean }[]> {
  stage = await Stage.start();
  const lines: { text: string; isPassed: boolean }[] = [];
  for (const number of numbers) {
    const scenario = SCENARIOS[number - 1];
    if (!scenario) continue;
    const startedAt = performance.now();
    const conditions = await runScenario(scenario, stage);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const isPassed = conditions.every(({ isMet }) => isMet);
    const text = `scenario ${number} · ${scenario.name} · ${isPassed ? 'pass' : 'FAIL'}`;
    console.log(`${text} (${seconds} s)`);
    for (const { promise, got, isMet } of conditions)
      console.log(`  ${isMet ? '✓' : '✗'} ${promise}: ${got}`);
    lines.push({ text, isPassed });
  }
  return lines;
}

async function runScenario(scenario: Scenario, on: Stage): Promise<Condition[]> {
  try {
    await on.restore();
    return await scenario.run(on);
  } catch (error) {
    return [
      condition(
        'the scenario runs to its end',
        error instanceof Error ? error.message : String(error),
        false,
      ),
    ];
  }
}

function readArguments(): number[] {
  const all = SCENARIOS.map((_, index) => index + 1);
  const requested = process.argv.slice(2).map(Number);
  const unknown = requested.find((number) => !all.includes(number));
  if (unknown !== undefined)
    throw new CommandError(`There is no scenario ${unknown}; there are 1 to ${SCENARIOS.length}.`);
  return requested.length > 0 ? requested : all;
}
