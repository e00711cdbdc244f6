import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimLock, releaseLock } from './folder-lock.ts';

describe('a lock on a folder', () => {
  let folder: string;
  let file: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-lock-'));
    file = join(folder, 'in-use.lock');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('can be claimed only once, and names its owner', () => {
    expect(claimLock(file, 'npm start')).toBeUndefined();
    expect(claimLock(file, 'npm run dev')).toEqual({ pid: process.pid, purpose: 'npm start' });
    releaseLock(file);
    expect(claimLock(file, 'npm run dev')).toBeUndefined();
  });

  it.each([
    ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, purpose: 'npm start', startTime: '1' })],
    [
      'a process whose ID another process has now',
      JSON.stringify({ pid: process.pid, purpose: 'npm start', startTime: '1' }),
    ],
    ['a run that stopped while it wrote the lock', ''],
  ])('is not held by %s', (_what, content) => {
    writeFileSync(file, content);
    expect(claimLock(file, 'npm start')).toBeUndefined();
  });
});
