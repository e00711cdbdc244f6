import { describe, expect, it } from '@jest/globals';
import {
  accessOf,
  graceEndOf,
  isChargedOn,
  planOf,
  stateOf,
  statusesWhere,
  subscriptionEnds,
  subscriptionStates,
  subscriptionStatuses,
  type SubscriptionState,
} from './subscription-states.ts';

const FAILED_AT = new Date('2026-11-01T12:00:00Z');
const afterDays = (days: number) => new Date(FAILED_AT.getTime() + days * 86_400_000);

describe('the states of a subscription', () => {
  it('mean what docs/product.md 10 says', () => {
    const said = (Object.entries(subscriptionStates) as [string, SubscriptionState][]).map(
      ([status, state]) => {
        const { pro, badge, ...questions } = state;
        const yes = Object.entries(questions).flatMap(([question, answer]) => (answer ? [question] : []));
        return [status, pro, ...yes, badge].join(' | ');
      },
    );
    expect(said).toEqual([
      'none | no | ',
      'incomplete | no | awaitsFirstPayment | ',
      'incomplete_expired | no | isFinal | ',
      'trialing | yes | isRunning | mayBeCancelled | Active',
      'active | yes | isRunning | mayBeCancelled | Active',
      'past_due | grace | isRunning | isRetried | mayBeCancelled | Payment failed',
      'unpaid | no | isEnded | PRO has ended',
      'canceled | no | isEnded | isFinal | PRO has ended',
      'paused | no | isPaused | Paused',
    ]);
  });

  it.each(['', 'a word of next year', 'toString', null, undefined])('take %p for none', (status) => {
    expect(stateOf(status)).toBe(subscriptionStates.none);
  });

  it('are found by what is true of them', () => {
    expect(statusesWhere(({ isRunning }) => isRunning)).toEqual(['trialing', 'active', 'past_due']);
  });
});

describe('the plan of a subscription', () => {
  const planAt = (status: string, days: number) =>
    planOf({ status, pastDueSince: stateOf(status).isRetried ? FAILED_AT : null }, afterDays(days));

  it('is PRO in the states that are paid, and nowhere else', () => {
    expect(subscriptionStatuses.filter((status) => planAt(status, 0) === 'pro')).toEqual([
      'trialing',
      'active',
      'past_due',
    ]);
  });

  it('is PRO for seven days after a payment failed, to the second', () => {
    expect(graceEndOf(FAILED_AT)).toEqual(afterDays(7));
    expect([planAt('past_due', 6.99999), planAt('past_due', 7)]).toEqual(['pro', 'free']);
    expect(planOf({ status: 'past_due', pastDueSince: null }, FAILED_AT)).toBe('free');
  });
});

describe('the gate', () => {
  const shut = subscriptionStatuses.flatMap((status) =>
    [null, ...subscriptionEnds].flatMap((endsAs) =>
      [true, false].flatMap((isOwner) => {
        const access = accessOf({ status, endsAs }, isOwner);
        return access === 'full'
          ? []
          : [`${status}, ends as ${endsAs}, ${isOwner ? 'owner' : 'member'}: ${access}`];
      }),
    ),
  );

  it('restricts only a user whose paid subscription has ended', () => {
    expect(shut).toEqual([
      'unpaid, ends as ended, owner: billing',
      'unpaid, ends as ended, member: ended-member',
      'canceled, ends as ended, owner: billing',
      'canceled, ends as ended, member: ended-member',
    ]);
  });

  it('allows everything without an earlier subscription', () => {
    expect(accessOf({ status: null, endsAs: null }, true)).toBe('full');
  });
});

describe('whether a payer has to stay in a team', () => {
  const row = (status: string, isCancelScheduled: boolean, nextChargeAt: Date | null) =>
    isChargedOn({ status, isCancelScheduled, nextChargeAt });

  it.each([
    ['whose plan renews', 'active', false, FAILED_AT, true],
    ['whose plan waits for a card', 'active', false, null, true],
    ['whose last month is still to be charged', 'active', true, FAILED_AT, true],
    ['whose plan just ends', 'active', true, null, false],
    ['whose payment is retried', 'past_due', true, null, true],
    ['whose plan has ended', 'canceled', false, null, false],
  ])('%s', (_name, status, isCancelScheduled, nextChargeAt, expected) => {
    expect(row(status, isCancelScheduled, nextChargeAt)).toBe(expected);
  });
});
