import { describe, expect, it } from '@jest/globals';
import { endOfDay, factorDemandOf, lastDayBefore } from './access.ts';

const longAgo = '2020-01-01T10:00:00Z';
const due = new Date('2026-12-04T00:00:00Z');

describe('a second factor', () => {
  it.each([
    ['by no one', null, undefined, longAgo, longAgo, undefined],
    ['by a team', due, undefined, longAgo, longAgo, ['team', '2026-12-03']],
    [
      'by a team, of who has just come to it',
      due,
      undefined,
      '2026-12-01T23:59:59Z',
      longAgo,
      ['team', '2026-12-08'],
    ],
    [
      'by a team, of who comes after its day',
      due,
      undefined,
      '2027-03-01T00:00:00Z',
      longAgo,
      ['team', '2027-03-08'],
    ],
    ['by the portal', null, due, longAgo, longAgo, ['everybody', '2026-12-03']],
    [
      'by the portal, and of a new account',
      null,
      due,
      longAgo,
      '2026-12-03T12:00:00Z',
      ['everybody', '2026-12-10'],
    ],
    [
      'by the portal, and another team is no way out',
      null,
      due,
      '2026-12-20T12:00:00Z',
      longAgo,
      ['everybody', '2026-12-03'],
    ],
    [
      'by both, the earlier counts',
      due,
      new Date('2026-12-02T00:00:00Z'),
      longAgo,
      longAgo,
      ['everybody', '2026-12-01'],
    ],
    [
      'by both, of who has just come to the team',
      due,
      due,
      '2026-12-03T00:00:00Z',
      longAgo,
      ['everybody', '2026-12-03'],
    ],
    ['by both on one day', due, due, longAgo, longAgo, ['team', '2026-12-03']],
  ] as const)('is required %s', (_, teamFactorDueAt, portal, teamSince, createdAt, expected) => {
    const demand = factorDemandOf({ teamFactorDueAt, teamSince, createdAt }, portal);
    expect(demand && [demand.of, lastDayBefore(demand.dueAt)]).toEqual(expected);
  });

  it.each([
    ['2026-12-03', '2026-12-04T00:00:00.000Z'],
    ['2026-12-31', '2027-01-01T00:00:00.000Z'],
    ['2026-02-29', undefined],
    ['2026-02-31', undefined],
    ['2026-13-01', undefined],
    ['nonsense', undefined],
  ])('is due when %s is over in UTC', (day, end) => {
    expect(endOfDay(day)?.toISOString()).toBe(end);
  });
});
