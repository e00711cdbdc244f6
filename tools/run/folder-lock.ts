import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasCode } from '../command-error.ts';

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

/** A zombie is dead, but not yet collected by its parent; in containers without an init this can last. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return readStatus(pid)[0] !== 'Z';
}

/** Tells two processes of the same number apart; empty where the system does not say. */
function readStartTime(pid: number): string {
  return readStatus(pid)[19] ?? '';
}

/** Its fields from the third on, the state. The second, the name in brackets, may itself hold spaces. None without /proc. */
function readStatus(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** What a process was started with, or nothing when the system does not tell. */
export function readCommandLine(pid: number): string | undefined {
  try {
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return undefined;
  }
}
