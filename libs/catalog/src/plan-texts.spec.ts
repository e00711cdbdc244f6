import { describe, expect, it } from '@jest/globals';
import { planDifferences, pricePerMonth } from './plan-texts.ts';
import { plans } from './plans.ts';

describe('the plans in words', () => {
  it('differ in what docs/product.md 9 says, and in nothing else', () => {
    expect(planDifferences()).toEqual({
      more: [
        { pro: '12 events per year', free: '1' },
        { pro: '150 attendees per attendee list', free: '25' },
        { pro: 'Unlimited collaborators per event', free: '5' },
      ],
      same: ['1 user account', '5 diagrams per event'],
    });
  });

  it('cost what the catalogue says', () => {
    expect([pricePerMonth(plans.free), pricePerMonth(plans.pro)]).toEqual(['$0 per month', '$199 per month']);
  });
});
