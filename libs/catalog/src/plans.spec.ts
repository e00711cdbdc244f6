import { describe, expect, it } from '@jest/globals';
import { billingTerms, planFeatures, plans, planTypes, type Plan } from './plans.ts';

describe('plans', () => {
  it('are a free trial at nothing and PRO at 199 dollars a month', () => {
    expect(planTypes.map((type) => [plans[type].name, plans[type].monthlyPriceCents])).toEqual([
      ['Free Trial', 0],
      ['PRO', 19900],
    ]);
  });

  it('tell what the free trial includes', () => {
    expect(planFeatures(plans.free)).toEqual([
      '1 user account',
      '1 event per year',
      '25 attendees per attendee list',
      '5 diagrams per event',
      '5 collaborators per event',
    ]);
  });

  it('tell what PRO includes', () => {
    expect(planFeatures(plans.pro)).toEqual([
      '1 user account',
      '12 events per year',
      '150 attendees per attendee list',
      '5 diagrams per event',
      'Unlimited collaborators per event',
    ]);
  });

  it('count one in the singular and everything else in the plural', () => {
    const plan: Plan = {
      ...plans.pro,
      limits: {
        userAccounts: 2,
        eventsPerYear: null,
        attendeesPerList: 1500,
        diagramsPerEvent: 1,
        collaboratorsPerEvent: 0,
      },
    };
    expect(planFeatures(plan)).toEqual([
      '2 user accounts',
      'Unlimited events per year',
      '1,500 attendees per attendee list',
      '1 diagram per event',
      '0 collaborators per event',
    ]);
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
    expect(billingTerms.filter((sentence) => term.test(sentence))).toHaveLength(1);
  });
});
