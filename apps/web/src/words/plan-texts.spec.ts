import { describe, expect, it } from '@jest/globals';
import { billingTerms, planDifferences } from './plan-texts.ts';

describe('the plans', () => {
  it('differ only in the limits that docs/product.md 9 lists', () => {
    expect(planDifferences()).toEqual({
      more: [
        { pro: '12 events per year', free: 1 },
        { pro: '150 attendees per attendee list', free: 25 },
        { pro: 'Unlimited collaborators per event', free: 5 },
      ],
      same: '1 user account, 5 diagrams per event',
    });
  });
});

describe('the billing terms', () => {
  it.each([
    ['that the plan renews automatically every month', /renews automatically every month/],
    [
      'that the card is charged today, and then monthly until the plan is canceled or changed',
      /today.*every month until you cancel or change/,
    ],
    ['when a cancellation takes effect', /cancellation takes effect at your next billing cycle/],
    ['that partial months are not refunded', /not refund partial months/],
    [
      'that a failed payment may move the team to the Free Trial',
      /payment does not go through.*may move.*Free Trial/,
    ],
  ])('state %s', (_, term) => {
    expect(Object.values(billingTerms()).filter((sentence) => term.test(sentence))).toHaveLength(1);
  });
});
