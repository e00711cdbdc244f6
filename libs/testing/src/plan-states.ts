import type { BillingReply } from '@foyer/contracts/billing/billing';

/** Times (ISO 8601) and amounts (cents) of a subscription at the payment provider. */
export type PlanNumbers = {
  price: { cents: number; currency: string };
  monthStart: string;
  monthEnd: string;
  endsAt: string;
  retryAt: string;
  graceEndsAt: string;
  owed: number;
  renewal: number;
};

function active(numbers: PlanNumbers, changes: Partial<BillingReply> = {}): BillingReply {
  const { price, monthEnd, renewal } = numbers;
  return {
    plan: 'pro',
    status: 'active',
    needsConfirmation: false,
    currentPeriodEnd: monthEnd,
    paidUntil: monthEnd,
    endsAt: '',
    graceEndsAt: '',
    price,
    nextCharge: { kind: 'renewal', at: monthEnd, cents: renewal, currency: price.currency },
    hasCard: true,
    isCancelScheduled: false,
    sendsReceipts: true,
    endsAs: 'ended',
    ...changes,
  };
}

function toEnd(numbers: PlanNumbers, changes: Partial<BillingReply> = {}): BillingReply {
  const end = { endsAt: numbers.endsAt, isCancelScheduled: true, endsAs: 'free' } as const;
  return active(numbers, { ...end, nextCharge: undefined, ...changes });
}

function drafted(numbers: PlanNumbers): Partial<BillingReply> {
  const { monthStart, owed, price } = numbers;
  return {
    paidUntil: monthStart,
    nextCharge: { kind: 'begun', at: monthStart, cents: owed, currency: price.currency },
  };
}

function pastDue(numbers: PlanNumbers, changes: Partial<BillingReply> = {}): BillingReply {
  const { monthStart, graceEndsAt, retryAt, owed, price } = numbers;
  return active(numbers, {
    status: 'past_due',
    paidUntil: monthStart,
    graceEndsAt,
    nextCharge: { kind: 'retry', at: retryAt, cents: owed, currency: price.currency },
    endsAs: 'free',
    ...changes,
  });
}

function ended(numbers: PlanNumbers, changes: Partial<BillingReply> = {}): BillingReply {
  return active(numbers, {
    plan: 'free',
    status: 'canceled',
    paidUntil: '',
    nextCharge: undefined,
    hasCard: false,
    ...changes,
  });
}

export const planStates = {
  active: active,
  'active, without a card': (numbers) => active(numbers, { hasCard: false, nextCharge: undefined }),
  'active, with credit': active,
  'active, collection paused': (numbers) => active(numbers, { nextCharge: undefined }),
  'active, to end': toEnd,
  'active, to end months later': (numbers) =>
    toEnd(numbers, { endsAs: 'ended', nextCharge: active(numbers).nextCharge }),
  'draft of the month': (numbers) => active(numbers, drafted(numbers)),
  'draft of the month, without a card': (numbers) =>
    active(numbers, { ...drafted(numbers), hasCard: false, nextCharge: undefined }),
  'draft of the month, to end': (numbers) => toEnd(numbers, drafted(numbers)),
  'past due': pastDue,
  'past due, without a card': (numbers) => pastDue(numbers, { hasCard: false, nextCharge: undefined }),
  'ended by retries': (numbers) => ended(numbers, { endsAs: 'free' }),
  'ended by an operator': ended,
  'ended by its owner': (numbers) => ended(numbers, { endsAs: 'free' }),
  paused: (numbers) => ended(numbers, { status: 'paused', hasCard: true }),
  'paused, with an invoice from before': (numbers) =>
    ended(numbers, { status: 'paused', hasCard: true, nextCharge: pastDue(numbers).nextCharge }),
  unpaid: (numbers) => ended(numbers, { status: 'unpaid', endsAs: 'free' }),
} satisfies Record<string, (numbers: PlanNumbers) => BillingReply>;
