import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../command-error.ts';

export interface LockHolder {
  pid: number;
  purpose: string;
}

/**
 * Claims a file for this process. Returns undefined on success, otherwise the process that holds the file. Ignores a
 * holder that has ended. On Linux, this holds even if another process now has its ID.
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

/** A zombie counts as ended: it only remains until its parent reads its status. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return readStatus(pid)[0] !== 'Z';
}

/** Returns a process' start time, which distinguishes processes with the same id. Empty without /proc. */
function readStartTime(pid: number): string {
  return readStatus(pid)[19] ?? '';
}

/**
 * Returns the fields of /proc/[pid]/stat from the third field, the state, to the last. They begin after the second
 * field, the name in brackets, which may contain spaces. Empty without /proc.
 */
function readStatus(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

export function readCommandLine(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}
