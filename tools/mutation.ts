/**
 * `node tools/run/bootstrap.mjs deep tools/mutation`: Stryker (stryker.config.mjs, decision 59), with one Postgres
 * for all mutants.
 */
import { join } from 'node:path';
import { runStep } from './check/run-step.ts';
import { setUpTestDatabases, tearDownTestDatabases } from './jest/test-databases.ts';
import { ROOT } from './paths.ts';
import { buildAppsIfNeeded } from './run/build-apps.ts';

await setUpTestDatabases(1);
// Some specs start the compiled API.
await buildAppsIfNeeded(['api']);
const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const print = (text: string) => process.stdout.write(text);
const { exitCode } = await runStep([stryker, 'run', ...process.argv.slice(2)], { print });
await tearDownTestDatabases();
process.exit(exitCode);
