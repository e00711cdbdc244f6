import { describe, expect, it } from '@jest/globals';
import { findLongSubjects, readSubjects } from './commit-subjects.ts';

describe("a commit's subject", () => {
  it('has fewer than 72 characters, in every commit since the rule', () => {
    expect(findLongSubjects(readSubjects())).toEqual([]);
  });

  it('is too long with 72', () => {
    const subjects = ['x'.repeat(71), 'y'.repeat(72)];
    expect(findLongSubjects(subjects)).toEqual(['y'.repeat(72)]);
  });
});
