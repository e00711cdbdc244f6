/**
 * `npm run test:faults`: breaks the portal as the world does, and checks what it promises (docs/security.md 4). Two
 * replicas behind a balancer, two mail workers, one Postgres, all real processes. `-- 3 7` runs rows 3 and 7 alone.
 * The exit code says whether every row passed.
 */
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { waitForStopRequest } from '@foyer/tools/run/processes';
import { findProofs } from './proved-by-specs.ts';
import { condition, type Condition, type FaultRow } from './row.ts';
import { unreadableCertificate } from './rows/certificates.ts';
import { clocksDiffer } from './rows/clocks.ts';
import { databaseFull, databaseReadOnly, databaseRestarted } from './rows/database.ts';
import { apiKilled } from './rows/killing.ts';
import {
  hangingAddresses,
  mailServerDown,
  poison,
  refusedForNow,
  serverAtFault,
  slowServer,
  undisturbed,
  workerKilled,
} from './rows/mails.ts';
import { migratedTwice, migrationFails, migrationWaits } from './rows/migrating.ts';
import { passwordFlood, poolExhausted, providerHangs, tableLocked } from './rows/overload.ts';
import { replicaTold, workerTold } from './rows/stopping.ts';
import { databaseDown, workersStopped } from './rows/webhooks.ts';
import { Stage } from './stage.ts';

const ROWS: FaultRow[] = [
  replicaTold,
  databaseRestarted,
  migratedTwice,
  undisturbed,
  workerTold,
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
  const lines = await Promise.race([runRows(numbers), waitForStopRequest()]);
  await stage?.stop();
  if (!lines) process.exit(130);
  const proofs = numbers.length === ROWS.length ? findProofs() : [];
  const missing = proofs.filter(({ isThere }) => !isThere);
  console.log(`\n${lines.map(({ text }) => text).join('\n')}`);
  if (proofs.length > 0) console.log('\nProved by `npm test` instead:');
  for (const { name, spec, test, isThere } of proofs)
    console.log(`  ${name} · ${spec}${isThere ? '' : ` · GONE: "${test}"`}`);
  const failed = lines.filter(({ isGood }) => !isGood).length + missing.length;
  console.log(`\n${lines.length - failed + missing.length} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
} catch (error) {
  await stage?.stop();
  exitWithError(error);
}

async function runRows(numbers: number[]): Promise<{ text: string; isGood: boolean }[]> {
  stage = await Stage.start();
  const lines: { text: string; isGood: boolean }[] = [];
  for (const number of numbers) {
    const row = ROWS[number - 1];
    if (!row) continue;
    const startedAt = performance.now();
    const conditions = await runRow(row, stage);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    const isGood = conditions.every(({ isMet }) => isMet);
    const text = `row ${number} · ${row.name} · ${isGood ? 'pass' : 'FAIL'}`;
    console.log(`${text} (${seconds} s)`);
    for (const { promise, got, isMet } of conditions)
      console.log(`  ${isMet ? '✓' : '✗'} ${promise}: ${got}`);
    lines.push({ text, isGood });
  }
  return lines;
}

async function runRow(row: FaultRow, on: Stage): Promise<Condition[]> {
  try {
    await on.restore();
    return await row.run(on);
  } catch (error) {
    return [
      condition('the row is run to its end', error instanceof Error ? error.message : String(error), false),
    ];
  }
}

function readArguments(): number[] {
  const all = ROWS.map((_, index) => index + 1);
  const asked = process.argv.slice(2).map(Number);
  const unknown = asked.find((number) => !all.includes(number));
  if (unknown !== undefined)
    throw new CommandError(`There is no row ${unknown}; there are 1 to ${ROWS.length}.`);
  return asked.length > 0 ? asked : all;
}
