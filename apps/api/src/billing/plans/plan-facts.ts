import { graceEndOf, subscriptionStateOf } from '@foyer/catalog/subscription-states';
import { chargeKinds, type AmountCharged, type NextCharge } from '@foyer/contracts/billing/billing';
import type { Stripe } from '../provider/card-provider.ts';

type Subscription = Pick<
  Stripe.Subscription,
  'status' | 'cancel_at' | 'cancel_at_period_end' | 'pause_collection' | 'items' | 'currency'
>;
type Invoice = Pick<
  Stripe.Invoice,
  | 'status'
  | 'auto_advance'
  | 'attempted'
  | 'amount_remaining'
  | 'created'
  | 'next_payment_attempt'
  | 'automatically_finalizes_at'
  | 'lines'
>;

export type StoredCharge = {
  nextChargeKind: string | null;
  nextChargeAt: Date | null;
  nextChargeCents: number | null;
  currency: string | null;
};

export type ChargeAhead = Omit<NextCharge, 'at'> & { at: Date };

/**
 * Returns undefined for an unpaid invoice. `credit`: the customer's credit. `outside`: money from outside the
 * provider, which needs an expanded `amount_paid_off_stripe` (docs/stripe.md).
 */
export function amountCharged(
  invoice: Pick<Stripe.Invoice, 'status' | 'total' | 'amount_paid' | 'amount_paid_off_stripe'>,
): AmountCharged | undefined {
  const { status, total, amount_paid: paid, amount_paid_off_stripe: outside = 0 } = invoice;
  return status === 'paid' ? { card: paid - outside, credit: total - paid, outside } : undefined;
}

export function renewsOn(subscription: Subscription): Date | undefined {
  return renewalOf(subscription, undefined)?.at;
}

/** The price per month, in cents. Undefined if the subscription has no fixed price. */
export function priceOf({ items }: Pick<Stripe.Subscription, 'items'>): number | undefined {
  const [item] = items.data;
  return typeof item?.price.unit_amount === 'number'
    ? item.price.unit_amount * (item.quantity ?? 1)
    : undefined;
}

export function paidUntil(invoices: readonly Invoice[]): Date | undefined {
  const ends = invoices
    .filter(({ status }) => status === 'paid')
    .flatMap((invoice) => periodsOf(invoice).map(({ end }) => end));
  return ends.length === 0 ? undefined : fromSeconds(Math.max(...ends));
}

/** Reads `cancel_at` first, which can be set without `cancel_at_period_end` and to a time that is months away. */
export function planEndsAt(subscription: Subscription): Date | undefined {
  const { status, cancel_at: at, cancel_at_period_end: isFlagged } = subscription;
  if (subscriptionStateOf(status).isFinal) return undefined;
  const end = at ?? (isFlagged ? periodEndOf(subscription) : undefined);
  return end === undefined ? undefined : fromSeconds(end);
}

export function graceEndsAt(plan: { status: string; pastDueSince: Date | null }): Date | undefined {
  const { status, pastDueSince } = plan;
  return subscriptionStateOf(status).isRetried && pastDueSince !== null
    ? graceEndOf(pastDueSince)
    : undefined;
}

/** Returns undefined without a card. `renewalCents`: the sum of the renewal from the provider's preview. */
export function nextCharge(
  subscription: Subscription,
  invoices: readonly Invoice[],
  { hasCard, renewalCents }: { hasCard: boolean; renewalCents?: number | undefined },
): ChargeAhead | undefined {
  const { isRunning, isRetried, isPaused } = subscriptionStateOf(subscription.status);
  if (!hasCard || !(isRunning || isPaused)) return undefined;
  const owed = invoices.filter(isCollected);
  if (owed.length === 0) return isPaused ? undefined : renewalOf(subscription, renewalCents);
  const { currency } = subscription;
  if (isRetried || isPaused) {
    const at = Math.min(...owed.map(chargedAt));
    const cents = sumOf(owed.filter((invoice) => chargedAt(invoice) === at));
    return { kind: 'retry', at: fromSeconds(at), cents, currency };
  }
  const begun = owed.flatMap((invoice) => periodsOf(invoice).map(({ start }) => start));
  const at = Math.min(...(begun.length > 0 ? begun : owed.map(chargedAt)));
  return { kind: 'begun', at: fromSeconds(at), cents: sumOf(owed), currency };
}

function sumOf(invoices: Invoice[]): number {
  return invoices.reduce((sum, { amount_remaining: rest }) => sum + rest, 0);
}

export function storedCharge(row: StoredCharge): { nextCharge?: NextCharge } {
  const { nextChargeKind, nextChargeAt, nextChargeCents, currency } = row;
  const kind = chargeKinds.find((one) => one === nextChargeKind);
  if (!kind || !nextChargeAt || currency === null) return {};
  const cents = nextChargeCents === null ? {} : { cents: nextChargeCents };
  return { nextCharge: { kind, at: nextChargeAt.toISOString(), ...cents, currency } };
}

export function hasRenewalNext(subscription: Subscription, invoices: readonly Invoice[]): boolean {
  const { isRunning } = subscriptionStateOf(subscription.status);
  return isRunning && !invoices.some(isCollected) && renewsOn(subscription) !== undefined;
}

/** Returns false for an open invoice after its last retry, because the provider no longer collects it. */
function isCollected(invoice: Invoice): boolean {
  const { status, auto_advance: isAutomatic, amount_remaining: rest } = invoice;
  if (isAutomatic !== true || rest <= 0) return false;
  return (
    status === 'draft' || (status === 'open' && (!invoice.attempted || invoice.next_payment_attempt !== null))
  );
}

/** Returns undefined if, at the end of the current period, the plan ends or its collection is paused. */
function renewalOf(subscription: Subscription, cents: number | undefined): ChargeAhead | undefined {
  const { currency, pause_collection: pause } = subscription;
  const at = periodEndOf(subscription);
  const end = planEndsAt(subscription);
  if (at === undefined || (end !== undefined && end.getTime() <= at * 1000)) return undefined;
  if (pause && (pause.resumes_at ?? Infinity) > at) return undefined;
  return { kind: 'renewal', at: fromSeconds(at), ...(cents !== undefined && { cents }), currency };
}

/**
 * Returns the periods that an invoice charges for. The invoice's own `period_start` and `period_end` belong to the
 * period before (https://docs.stripe.com/api/invoices/object).
 */
function periodsOf({ lines }: Invoice): { start: number; end: number }[] {
  return lines.data
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .map(({ period }) => period);
}

function periodEndOf({ items }: Subscription): number | undefined {
  return items.data[0]?.current_period_end;
}

function chargedAt(invoice: Invoice): number {
  return invoice.next_payment_attempt ?? invoice.automatically_finalizes_at ?? invoice.created;
}

function fromSeconds(seconds: number): Date {
  return new Date(seconds * 1000);
}
