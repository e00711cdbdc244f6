import { describe, expect, it } from '@jest/globals';
import { billingTerms, planDifferences } from './plan-texts.ts';

describe('the plans in words', () => {
  it('differ in what docs/product.md 9 says, and in nothing else', () => {
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

describe('billing terms', () => {
  it.each([
    ['automatic monthly renewal', /renews automatically every month/],
    [
      'the charge today and then monthly until cancelled or changed',
      /today.*every month until you cancel or change/,
    ],
    ['when a cancellation takes effect', /cancellation takes effect at your next billing cycle/],
    ['that partial months are not refunded', /not refund partial months/],
    ['that non-payment may downgrade to free', /payment does not go through.*may move.*Free Trial/],
  ])('name %s', (_, term) => {
    expect(Object.values(billingTerms()).filter((sentence) => term.test(sentence))).toHaveLength(1);
  });
});
