import { describe, expect, it } from '@jest/globals';
import type { Stripe } from '../provider/card-provider.ts';
import { amountCharged, graceEndsAt, nextCharge, paidUntil, planEndsAt, priceOf } from './plan-facts.ts';

const DAY = 86_400;
const [BEFORE, BEGUN, END] = ['2026-10-24', '2026-11-24', '2026-12-24'].map(
  (day) => Date.parse(`${day}T12:00:00Z`) / 1000,
) as [number, number, number];
const date = (seconds: number) => new Date(seconds * 1000);

type Subscription = Parameters<typeof nextCharge>[0];
type Invoice = Parameters<typeof paidUntil>[0][number];

function subscription(changes: Partial<Subscription> = {}): Subscription {
  const item = { current_period_end: END, quantity: 1, price: { unit_amount: 199_00 } };
  return {
    status: 'active',
    cancel_at: null,
    cancel_at_period_end: false,
    pause_collection: null,
    currency: 'usd',
    items: { data: [item] } as unknown as Subscription['items'],
    ...changes,
  };
}

function invoice(changes: Partial<Invoice> = {}, start = BEGUN, end = END, proration = false): Invoice {
  const line = { period: { start, end }, parent: { subscription_item_details: { proration } } };
  return {
    status: 'open',
    auto_advance: true,
    attempted: true,
    amount_remaining: 216_66,
    created: start,
    next_payment_attempt: null,
    automatically_finalizes_at: null,
    lines: { data: [line] } as unknown as Stripe.ApiList<Stripe.InvoiceLineItem>,
    ...changes,
  };
}

const paid = invoice({ status: 'paid', auto_advance: false, amount_remaining: 0 });
const draft = invoice({ status: 'draft', attempted: false, automatically_finalizes_at: BEGUN + 3_600 });
const failed = invoice({ next_payment_attempt: BEGUN + 3 * DAY });
const pastDue = subscription({ status: 'past_due' });
const paused = subscription({ status: 'paused' });
const ending = subscription({ cancel_at: END, cancel_at_period_end: true });
const collectionPaused = subscription({ pause_collection: { behavior: 'void', resumes_at: null } });
const resuming = subscription({ pause_collection: { behavior: 'void', resumes_at: END - 1 } });

const renewal = { kind: 'renewal', at: date(END), cents: 216_66, currency: 'usd' };
const begun = { kind: 'begun', at: date(BEGUN), cents: 216_66, currency: 'usd' };
const retry = { kind: 'retry', at: date(BEGUN + 3 * DAY), cents: 216_66, currency: 'usd' };

describe('the next charge', () => {
  const rows: [string, Subscription, Invoice[], object | undefined][] = [
    ['of an active subscription is the renewal', subscription(), [paid], renewal],
    ['of a trial is the renewal at its end', subscription({ status: 'trialing' }), [], renewal],
    ['does not exist if the end is scheduled', ending, [paid], undefined],
    [
      'does not exist if only the time of the end is set',
      subscription({ cancel_at: END }),
      [paid],
      undefined,
    ],
    [
      'is the renewal if the end is months away',
      subscription({ cancel_at: END + 90 * DAY }),
      [paid],
      renewal,
    ],
    ['is the draft invoice of the month that has begun', subscription(), [draft, paid], begun],
    ['is the draft invoice even if the end is scheduled', ending, [draft, paid], begun],
    [
      'is an invoice that was finalized but not attempted',
      subscription(),
      [invoice({ attempted: false })],
      begun,
    ],
    [
      'is the rest of a partly paid invoice',
      subscription(),
      [invoice({ ...draft, amount_remaining: 1 })],
      { ...begun, cents: 1 },
    ],
    [
      'is not a draft that credit pays completely',
      subscription(),
      [invoice({ ...draft, amount_remaining: 0 }), paid],
      renewal,
    ],
    [
      'is not a draft that will not be finalized automatically',
      ending,
      [invoice({ ...draft, auto_advance: false })],
      undefined,
    ],
    ['after a failure is the retry of the invoice', pastDue, [failed, paid], retry],
    [
      'after two failures is the earlier retry',
      pastDue,
      [failed, invoice({ ...failed, next_payment_attempt: BEGUN + DAY, amount_remaining: 1 })],
      { ...retry, at: date(BEGUN + DAY), cents: 1 },
    ],
    [
      'is not the retry of an invoice that was written off',
      pastDue,
      [invoice({ status: 'uncollectible', auto_advance: false })],
      renewal,
    ],
    ['does not exist while collection is paused', collectionPaused, [paid], undefined],
    ['is the draft invoice from before collection was paused', collectionPaused, [draft, paid], begun],
    ['is the renewal if collection resumes before it', resuming, [paid], renewal],
    ['of a paused plan is the retry of an earlier invoice', paused, [failed, paid], retry],
    ['of a paused plan does not exist without an open invoice', paused, [paid], undefined],
    ...(['unpaid', 'incomplete', 'incomplete_expired', 'canceled'] as const).map(
      (status): [string, Subscription, Invoice[], undefined] => [
        `does not exist for a subscription that is ${status}`,
        subscription({ status }),
        [failed, draft],
        undefined,
      ],
    ),
  ];
  it.each(rows)('%s', (_name, given, invoices, expected) => {
    expect(nextCharge(given, invoices, { hasCard: true, renewalCents: 216_66 })).toEqual(expected);
    expect(nextCharge(given, invoices, { hasCard: false })).toBeUndefined();
  });

  it('has no sum if the provider has no preview of the renewal', () => {
    const { cents: _cents, ...rest } = renewal;
    expect(nextCharge(subscription(), [paid], { hasCard: true })).toEqual(rest);
  });
});

describe('the end of the paid period', () => {
  it.each([
    [
      'the end of the month on the newest paid invoice',
      [paid, invoice({ status: 'paid' }, BEFORE, BEGUN)],
      END,
    ],
    [
      'the end of the previous month while this month’s invoice is a draft',
      [draft, invoice({ status: 'paid' }, BEFORE, BEGUN)],
      BEGUN,
    ],
    [
      'the end of the previous month if this month’s payment failed',
      [failed, invoice({ status: 'paid' }, BEFORE, BEGUN)],
      BEGUN,
    ],
    [
      'the end of the previous month if this month’s invoice was voided',
      [invoice({ status: 'void' }), invoice({ status: 'paid' }, BEFORE, BEGUN)],
      BEGUN,
    ],
    ['undefined if nothing was paid', [failed], undefined],
    ['undefined if only a correction was paid', [invoice({ status: 'paid' }, BEGUN, END, true)], undefined],
  ])('is %s', (_name, invoices, expected) => {
    expect(paidUntil(invoices)).toEqual(expected === undefined ? undefined : date(expected));
  });
});

describe('the end of a plan', () => {
  it.each([
    ['the time that is set for it', { cancel_at: BEGUN }, BEGUN],
    ['the end of the period if the flag is set', { cancel_at_period_end: true }, END],
    ['undefined while no end is scheduled', {}, undefined],
    ['undefined after the plan has ended', { status: 'canceled', cancel_at: BEGUN } as const, undefined],
  ])('is %s', (_name, changes, expected) => {
    expect(planEndsAt(subscription(changes))).toEqual(expected === undefined ? undefined : date(expected));
  });

  it('is seven days after a failed payment, only while the payment is past due', () => {
    const pastDueSince = date(BEGUN);
    expect(graceEndsAt({ status: 'past_due', pastDueSince })).toEqual(date(BEGUN + 7 * DAY));
    expect(graceEndsAt({ status: 'active', pastDueSince })).toBeUndefined();
    expect(graceEndsAt({ status: 'past_due', pastDueSince: null })).toBeUndefined();
  });
});

it('the price is that of the subscription’s item, times the quantity', () => {
  const items = (item: object) => ({ items: { data: [item] } }) as unknown as Subscription;
  expect(priceOf(items({ quantity: 2, price: { unit_amount: 99_00 } }))).toBe(198_00);
  expect(priceOf(items({ price: { unit_amount: null } }))).toBeUndefined();
});

describe('the amount of an invoice', () => {
  it.each([
    ['the card', { amount_paid: 216_66 }, { card: 216_66, credit: 0, outside: 0 }],
    ['the card and credit', { amount_paid: 166_66 }, { card: 166_66, credit: 50_00, outside: 0 }],
    ['only credit', { amount_paid: 0 }, { card: 0, credit: 216_66, outside: 0 }],
    ['the card, with an earlier debt', { amount_paid: 226_66 }, { card: 226_66, credit: -10_00, outside: 0 }],
    [
      'a payment outside the provider',
      { amount_paid: 216_66, amount_paid_off_stripe: 216_66 },
      { card: 0, credit: 0, outside: 216_66 },
    ],
    [
      'the card, credit and a payment outside the provider',
      { amount_paid: 166_66, amount_paid_off_stripe: 66_66 },
      { card: 100_00, credit: 50_00, outside: 66_66 },
    ],
  ])('is paid by %s', (_name, paid, expected) => {
    expect(amountCharged({ status: 'paid', total: 216_66, ...paid })).toEqual(expected);
    expect(amountCharged({ status: 'open', total: 216_66, ...paid })).toBeUndefined();
  });
});
