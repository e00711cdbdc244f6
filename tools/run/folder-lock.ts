import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../command-error.ts';
import { isAlive, readStartTime } from './process-table.ts';

export interface LockHolder {
  pid: number;
  /** What the holder is doing, for the message to the second one. */
  purpose: string;
}

/**
 * Claims a file for this process: nothing if it worked, else who holds it. A holder that was killed does not count,
 * nor does another process that happens to have got its number.
 */
export function claimLock(file: string, purpose: string): LockHolder | undefined {
  mkdirSync(dirname(file), { recursive: true });
  const content = JSON.stringify({ pid: process.pid, purpose, startTime: readStartTime(process.pid) });
  for (;;) {
    try {
      writeFileSync(file, content, { flag: 'wx' });
      process.once('exit', () => releaseLock(file));
      return undefined;
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
    }
    const holder = readHolder(file);
    if (holder) return holder;
    rmSync(file, { force: true });
  }
}

/** Gives the file up, if it is ours. */
export function releaseLock(file: string): void {
  if (readHolder(file)?.pid === process.pid) rmSync(file, { force: true });
}

function readHolder(file: string): LockHolder | undefined {
  try {
    const { pid, purpose, startTime } = JSON.parse(readFileSync(file, 'utf8')) as LockHolder & {
      startTime: string;
    };
    return isAlive(pid) && readStartTime(pid) === startTime ? { pid, purpose } : undefined;
  } catch {
    return undefined;
  }
}
