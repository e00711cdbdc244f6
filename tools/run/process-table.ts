import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { hasCode } from '../command-error.ts';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return !isZombie(pid);
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

/** Dead, but not yet collected by its parent; in containers without an init this can last. */
function isZombie(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Tells two processes of the same number apart; empty where the system does not say. */
export function readStartTime(pid: number): string {
  try {
    // The 22nd field; the second, the name in brackets, may itself hold spaces.
    return (
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[19] ?? ''
    );
  } catch {
    return '';
  }
}
