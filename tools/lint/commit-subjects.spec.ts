import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';

/** Commits up to this one are older than the rule. */
const LAST_UNCHECKED = 'ee78f6639cae';
/** GitHub and terminals show shorter subjects in full. */
const isTooLong = (subject: string): boolean => subject.length >= 72;

/** Returns the subjects after `LAST_UNCHECKED`. Empty in a clone without its history (shallow, or an archive). */
function readLog(): string {
  const args = ['log', '--format=%s', '--no-merges', `${LAST_UNCHECKED}..HEAD`];
  try {
    return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return '';
  }
}

describe("a commit's subject", () => {
  it('has fewer than 72 characters, in every commit since the rule', () => {
    expect(readLog().split('\n').filter(isTooLong)).toEqual([]);
  });

  it('is too long with 72', () => {
    expect([71, 72].map((length) => isTooLong('x'.repeat(length)))).toEqual([false, true]);
  });
});
