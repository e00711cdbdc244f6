import { describe, expect, it } from '@jest/globals';
import {
  accessOf,
  graceEndOf,
  isChargedOn,
  planOf,
  subscriptionStateOf,
  statusesWhere,
  subscriptionEnds,
  subscriptionStates,
  subscriptionStatuses,
  type SubscriptionState,
} from './subscription-states.ts';

const FAILED_AT = new Date('2026-11-01T12:00:00Z');
const afterDays = (days: number) => new Date(FAILED_AT.getTime() + days * 86_400_000);

describe('the states of a subscription', () => {
  it('have the properties that docs/product.md 10 describes', () => {
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

  it.each(['', 'a word of next year', 'toString', null, undefined])(
    'fall back to "none" for %p',
    (status) => {
      expect(subscriptionStateOf(status)).toBe(subscriptionStates.none);
    },
  );

  it('are found by their properties', () => {
    expect(statusesWhere(({ isRunning }) => isRunning)).toEqual(['trialing', 'active', 'past_due']);
  });
});

describe('the plan of a subscription', () => {
  const planAt = (status: string, days: number) =>
    planOf(
      { status, pastDueSince: subscriptionStateOf(status).isRetried ? FAILED_AT : null },
      afterDays(days),
    );

  it('is PRO only in the states trialing, active and past due', () => {
    expect(subscriptionStatuses.filter((status) => planAt(status, 0) === 'pro')).toEqual([
      'trialing',
      'active',
      'past_due',
    ]);
  });

  it('is PRO for exactly seven days after a failed payment', () => {
    expect(graceEndOf(FAILED_AT)).toEqual(afterDays(7));
    expect([planAt('past_due', 6.99999), planAt('past_due', 7)]).toEqual(['pro', 'free']);
    expect(planOf({ status: 'past_due', pastDueSince: null }, FAILED_AT)).toBe('free');
  });
});

describe('the access of a user', () => {
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

  it('is restricted only if the paid subscription has ended', () => {
    expect(shut).toEqual([
      'unpaid, ends as ended, owner: billing',
      'unpaid, ends as ended, member: ended-member',
      'canceled, ends as ended, owner: billing',
      'canceled, ends as ended, member: ended-member',
    ]);
  });

  it('is full without an earlier subscription', () => {
    expect(accessOf({ status: null, endsAs: null }, true)).toBe('full');
  });
});

describe('the payer of a team', () => {
  const row = (status: string, isCancelScheduled: boolean, nextChargeAt: Date | null) =>
    isChargedOn({ status, isCancelScheduled, nextChargeAt });

  it.each([
    ['is charged again: the plan renews', 'active', false, FAILED_AT, true],
    ['is charged again: the plan waits for a card', 'active', false, null, true],
    ['is charged again: the last month is not paid yet', 'active', true, FAILED_AT, true],
    ['is not charged again: the plan ends', 'active', true, null, false],
    ['is charged again: the payment is retried', 'past_due', true, null, true],
    ['is not charged again: the plan has ended', 'canceled', false, null, false],
  ])('%s', (_name, status, isCancelScheduled, nextChargeAt, expected) => {
    expect(row(status, isCancelScheduled, nextChargeAt)).toBe(expected);
  });
});
