import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, readCommandLine } from './process-table.ts';
import type { PostgresHome } from './postgres-home.ts';

const STOP_TIMEOUT_MS = 30_000;
const POLL_MS = 50;

/** What a running Postgres writes into its data folder about itself. */
export interface RunningServer {
  pid: number;
  port: number;
}

/** The server that uses this data folder right now, if there is one. */
export function findRunningServer(home: PostgresHome): RunningServer | undefined {
  const lines = readLockFile(home);
  const pid = Number(lines?.[0]);
  const port = Number(lines?.[3]);
  if (!Number.isInteger(pid) || pid < 2 || !isAlive(pid)) return undefined;
  // After a restart of the machine the number may belong to something else altogether.
  const commandLine = readCommandLine(pid);
  if (commandLine !== undefined && !commandLine.includes(home.data)) return undefined;
  return { pid, port };
}

/**
 * Clears away what a killed run left: a server still running is stopped in an orderly way, a lock file without a
 * server is removed (Postgres would refuse to start if its number is in use by any other program).
 */
export async function clearStaleServer(home: PostgresHome): Promise<void> {
  const running = findRunningServer(home);
  if (running) {
    console.log('A Postgres of an earlier run was still there; stopping it first.');
    process.kill(running.pid, 'SIGINT');
    await waitUntilGone(running.pid);
  }
  rmSync(join(home.data, 'postmaster.pid'), { force: true });
}

async function waitUntilGone(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    // SIGQUIT ends it at once; the next start replays the write-ahead log.
    if (Date.now() > deadline) process.kill(pid, 'SIGQUIT');
    await wait(POLL_MS);
  }
}

function readLockFile(home: PostgresHome): string[] | undefined {
  try {
    return readFileSync(join(home.data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
}
