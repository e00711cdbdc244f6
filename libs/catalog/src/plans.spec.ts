import { describe, expect, it } from '@jest/globals';
import { plans, planTypes } from './plans.ts';

describe('plans', () => {
  it('are a free trial at no cost and PRO at 199 dollars a month', () => {
    expect(planTypes.map((type) => [plans[type].name, plans[type].monthlyPriceCents])).toEqual([
      ['Free Trial', 0],
      ['PRO', 19900],
    ]);
  });
});
