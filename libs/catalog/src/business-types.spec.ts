import { describe, expect, it } from '@jest/globals';
import { businessTypes, businessTypeValues, isPropertyType } from './business-types.ts';

describe('business types', () => {
  it('are offered in the order and with the labels of the specification', () => {
    expect(businessTypes.map(({ value, label }) => [value, label])).toEqual([
      ['hotel', 'Hotel'],
      ['venue', 'Venue'],
      ['student', 'Student'],
      ['universityCollege', 'University or College'],
      ['cvbDmo', 'CVB/DMO'],
      ['eventPlanner', 'Event Planner or Marketer'],
      ['host', 'Host'],
      ['serviceProvider', 'Service Provider'],
    ]);
  });

  it('each have a different one-line description', () => {
    const descriptions = businessTypes.map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(businessTypes.length);
    for (const description of descriptions) expect(description).toMatch(/^[A-Z].{10,70}\.$/);
  });

  it('are property types only for a hotel, a venue and a CVB/DMO', () => {
    expect(businessTypeValues.filter(isPropertyType)).toEqual(['hotel', 'venue', 'cvbDmo']);
  });
});
