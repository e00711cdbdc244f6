import { describe, expect, it } from '@jest/globals';
import { statusAfter } from './billed-subscription.ts';

const first = (status: string) => ({ status, billing_reason: 'subscription_create' });
const renewal = (status: string) => ({ status, billing_reason: 'subscription_cycle' });

describe('the stored status of a subscription', () => {
  const after = (before: string, status: string, invoice?: ReturnType<typeof first> | string | null) =>
    statusAfter(before, {
      id: 'sub_1',
      status,
      cancel_at: null,
      cancel_at_period_end: false,
      items: { data: [] },
      ...(invoice !== undefined && { latest_invoice: invoice }),
    });

  it.each([
    ['the first invoice was voided', first('void')],
    ['the first invoice is open', first('open')],
    ['the first invoice is uncollectible', first('uncollectible')],
  ])('is not an ended plan if the purchase was canceled and never paid: %s', (_, invoice) => {
    for (const before of ['none', 'incomplete', 'incomplete_expired'])
      expect(after(before, 'canceled', invoice)).toBe('incomplete_expired');
  });

  it.each([
    ['the first invoice was paid', first('paid')],
    ['a renewal was not paid', renewal('open')],
    ['a renewal was voided after the grace period', renewal('void')],
    ['the invoice is only an ID', 'in_1'],
    ['the invoice is null', null],
    ['the invoice is missing', undefined],
  ])('is an ended plan unless the first invoice is known to be unpaid: %s', (_, invoice) => {
    expect(after('active', 'canceled', invoice)).toBe('canceled');
    // Earlier events may have been lost, so the stored status of a paid plan may be `none`.
    expect(after('none', 'canceled', invoice)).toBe('canceled');
    expect(after('active', 'unpaid', invoice)).toBe('unpaid');
  });

  it('stays an ended plan when the next purchase is not completed', () => {
    for (const read of ['incomplete', 'incomplete_expired', 'canceled'])
      expect(after('canceled', read, first('void'))).toBe('canceled');
    expect(after('unpaid', 'incomplete', first('open'))).toBe('unpaid');
    expect(after('canceled', 'active', first('paid'))).toBe('active');
  });
});
