import { describe, expect, it } from '@jest/globals';
import { meetingSpaceValues } from './meeting-space.ts';

const numbersIn = (text: string) =>
  (text.match(/[\d,]+/g) ?? []).map((part) => Number(part.replaceAll(',', '')));

describe('meeting space capacities', () => {
  it('range from less than 1,000 to 100,000 or more', () => {
    expect(meetingSpaceValues).toHaveLength(8);
    expect(meetingSpaceValues.at(0)).toBe('Less than 1,000');
    expect(meetingSpaceValues.at(-1)).toBe('100,000 or more');
  });

  it('have no gaps or overlaps', () => {
    const ranges = meetingSpaceValues.slice(1, -1).map(numbersIn);
    const starts = [...ranges.map(([from]) => from), 100_000];
    const nextStarts = [1_000, ...ranges.map(([, to]) => (to ?? NaN) + 1)];
    expect(starts).toEqual(nextStarts);
  });
});
