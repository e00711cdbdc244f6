import { describe, expect, it } from '@jest/globals';
import { endOfDay, factorDemandOf, lastDayBefore } from './access.ts';

const longAgo = '2020-01-01T10:00:00Z';
const due = new Date('2026-12-04T00:00:00Z');

describe('a second factor', () => {
  it.each([
    ['by no one', null, undefined, longAgo, longAgo, undefined],
    ['by a team', due, undefined, longAgo, longAgo, ['team', '2026-12-03']],
    [
      'by a team, from a member who has just joined',
      due,
      undefined,
      '2026-12-01T23:59:59Z',
      longAgo,
      ['team', '2026-12-08'],
    ],
    [
      'by a team, from a member who joins after its deadline',
      due,
      undefined,
      '2027-03-01T00:00:00Z',
      longAgo,
      ['team', '2027-03-08'],
    ],
    ['by the portal', null, due, longAgo, longAgo, ['portal', '2026-12-03']],
    [
      'by the portal, from a new account',
      null,
      due,
      longAgo,
      '2026-12-03T12:00:00Z',
      ['portal', '2026-12-10'],
    ],
    [
      'by the portal, even after a change of team',
      null,
      due,
      '2026-12-20T12:00:00Z',
      longAgo,
      ['portal', '2026-12-03'],
    ],
    [
      'by both, at the earlier deadline',
      due,
      new Date('2026-12-02T00:00:00Z'),
      longAgo,
      longAgo,
      ['portal', '2026-12-01'],
    ],
    [
      'by both, from a member who has just joined the team',
      due,
      due,
      '2026-12-03T00:00:00Z',
      longAgo,
      ['portal', '2026-12-03'],
    ],
    ['by both on the same day', due, due, longAgo, longAgo, ['team', '2026-12-03']],
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
  ])('is due at the end of %s in UTC, if that is a day', (day, end) => {
    expect(endOfDay(day)?.toISOString()).toBe(end);
  });
});
