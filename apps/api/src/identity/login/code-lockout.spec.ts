import { describe, expect, it } from '@jest/globals';
import { secondsToLock } from './code-lockout.ts';

const DAY = 86_400;

describe('a wrong code', () => {
  it.each([
    // The fifth wrong app code in a window locks the counter. Each lock is twice as long as the previous one.
    { kind: 'app', failedCount: 4, wrongCount: 4, lockCount: 0, seconds: 0 },
    { kind: 'app', failedCount: 5, wrongCount: 5, lockCount: 0, seconds: 600 },
    { kind: 'app', failedCount: 5, wrongCount: 10, lockCount: 1, seconds: 1_200 },
    // From the 15th wrong code since the last correct one, each wrong code locks for a day.
    { kind: 'app', failedCount: 2, wrongCount: 14, lockCount: 0, seconds: 0 },
    { kind: 'app', failedCount: 3, wrongCount: 15, lockCount: 0, seconds: DAY },
    { kind: 'app', failedCount: 5, wrongCount: 15, lockCount: 2, seconds: DAY },
    { kind: 'app', failedCount: 1, wrongCount: 16, lockCount: 1, seconds: DAY },
    { kind: 'app', failedCount: 1, wrongCount: 400, lockCount: 386, seconds: DAY },
    { kind: 'recovery-code', failedCount: 4, wrongCount: 400, lockCount: 80, seconds: 0 },
    { kind: 'recovery-code', failedCount: 5, wrongCount: 5, lockCount: 0, seconds: DAY },
    { kind: 'recovery-code', failedCount: 5, wrongCount: 400, lockCount: 79, seconds: DAY },
  ] as const)(
    'of kind $kind, number $failedCount in its window and $wrongCount in total, locks for $seconds s',
    ({ seconds, ...wrong }) => {
      expect(secondsToLock(wrong)).toBe(seconds);
    },
  );
});
