import { describe, expect, it } from '@jest/globals';
import { problemTypes, type ProblemCode } from '@foyer/contracts/problem';
import { translateProblem } from './translate-problem.ts';

const text = (code: ProblemCode, seconds?: number) =>
  translateProblem({ code, message: problemTypes[code].message }, seconds).message;

describe('what a problem says', () => {
  it.each([
    ['TooManyRequests', 1, 'That was a lot of tries. Try again in 1 second.'],
    ['TooManyRequests', 90, 'That was a lot of tries. Try again in 90 seconds.'],
    ['TooManyRequests', 91, 'That was a lot of tries. Try again in 2 minutes.'],
    ['TooManyRequests', undefined, problemTypes.TooManyRequests.message],
    ['Unavailable', 2, 'We are busy right now. Try again in 2 seconds.'],
    ['Locked', 600, 'userAccountLockedOut'],
  ] as const)('%s for %s s: %s', (code, seconds, words) => {
    expect(text(code, seconds)).toBe(words);
  });
});
