import { describe, expect, it } from '@jest/globals';
import { plans, type Plan } from '@foyer/catalog/plans';
import { planFeatures, pricePerMonth } from './plan-features.ts';

describe('the features of a plan', () => {
  it('list what the Free Trial includes', () => {
    expect(planFeatures(plans.free)).toEqual([
      '1 user account',
      '1 event per year',
      '25 attendees per attendee list',
      '5 diagrams per event',
      '5 collaborators per event',
    ]);
  });

  it('list what PRO includes', () => {
    expect(planFeatures(plans.pro)).toEqual([
      '1 user account',
      '12 events per year',
      '150 attendees per attendee list',
      '5 diagrams per event',
      'Unlimited collaborators per event',
    ]);
  });

  it('use the singular for one and the plural for all other numbers', () => {
    const plan: Plan = {
      ...plans.pro,
      limits: {
        userAccounts: 2,
        eventsPerYear: 2,
        attendeesPerList: 1500,
        diagramsPerEvent: 1,
        collaboratorsPerEvent: 0,
      },
    };
    expect(planFeatures(plan)).toEqual([
      '2 user accounts',
      '2 events per year',
      '1,500 attendees per attendee list',
      '1 diagram per event',
      '0 collaborators per event',
    ]);
  });
});

it('the monthly prices are those of the catalogue', () => {
  expect([pricePerMonth(plans.free), pricePerMonth(plans.pro)]).toEqual(['$0 per month', '$199 per month']);
});
