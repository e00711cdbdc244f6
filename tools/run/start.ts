/**
 * `npm start`: the whole portal with its stand-ins and demo data. Shows the progress and prints the addresses. Stops on
 * Ctrl-C or when a part crashes. `--reset` deletes all data first. `--watch` (`npm run dev`) applies changes of API,
 * mail worker and pages immediately.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandError, exitWithError } from '../command-error.ts';
import { DATA } from '../paths.ts';
import { ownerUrl } from '../prisma/database-urls.ts';
import { claimLock } from './folder-lock.ts';
import { waitForStopRequest } from './processes.ts';
import { removeData } from './open-database.ts';
import { rememberAddresses } from './started-addresses.ts';
import { choosePorts } from './ports.ts';
import { Portal, type RunningPortal } from './portal.ts';
import { printTable } from './demo-data.ts';

try {
  const startedAt = performance.now();
  const stopRequested = waitForStopRequest();
  const { reset, watch } = readArguments();
  const databaseUrl = ownerUrl();
  claimData(watch ? 'npm run dev' : 'npm start');
  if (reset) await removeData(DATA);
  const ports = await choosePorts(Boolean(databaseUrl));
  const report = (step: string): void => console.log(`  … ${step}`);
  const portal = new Portal({ dataFolder: DATA, ports, databaseUrl, isWatched: watch, report });
  const crash = await Promise.race([runUntilCrash(portal, startedAt), stopRequested]);
  if (!crash) console.log('\nStopping …');
  await portal.stop();
  if (crash) throw crash;
  process.exit(0);
} catch (error) {
  exitWithError(error);
}

async function runUntilCrash(portal: Portal, startedAt: number): Promise<Error> {
  try {
    announce(await portal.start(), (performance.now() - startedAt) / 1000);
    return await portal.failed;
  } catch (error) {
    return error as Error;
  }
}

function readArguments(): { reset: boolean; watch: boolean } {
  const option = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({ options: { reset: option, watch: option } }).values;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\nThe only option is npm start -- --reset`);
  }
}

function claimData(command: string): void {
  const holder = claimLock(join(DATA, 'in-use.lock'), command);
  if (holder) {
    throw new CommandError(
      `The data in .data is in use by "${holder.purpose}" (process ${holder.pid}). Stop that one first.`,
    );
  }
}

function announce({ addresses, databaseUrl, publicUrl, demo }: RunningPortal, seconds: number): void {
  rememberAddresses({ publicUrl, cardProviderUrl: addresses.cardProvider, databaseUrl });
  printTable([
    [
      { label: 'Portal', value: addresses.portal },
      { label: 'Inbox', value: addresses.inbox },
      { label: 'Seating product (stand-in)', value: addresses.product },
      { label: 'Card provider (stand-in)', value: addresses.cardProvider },
      { label: 'Identity providers (stand-in)', value: addresses.identityProvider },
      { label: 'Database', value: databaseUrl },
    ],
    demo,
  ]);
  console.log(`Ready after ${seconds.toFixed(1)} s. Ctrl-C stops everything; the data stays in .data.\n`);
}
