import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { CardProvider, ProviderSubscription, Stripe } from '../provider/card-provider.ts';
import { findPayingCard } from '../cards/customer-cards.ts';
import { hasRenewalNext, nextCharge, paidUntil, planEndsAt, priceOf } from './plan-facts.ts';

export type FactsRead = {
  invoices: Stripe.Invoice[];
  card?: Stripe.PaymentMethod.Card | undefined;
  renewalCents?: number | undefined;
};

/** A paused subscription can still charge a card, for an invoice from before the pause. */
export async function readFacts(
  provider: CardProvider,
  customerId: string,
  subscription: ProviderSubscription,
): Promise<FactsRead> {
  const { isRunning, isPaused } = subscriptionStateOf(subscription.status);
  if (!isRunning && !isPaused) return { invoices: [] };
  const [invoices, card] = await Promise.all([
    provider.findInvoices(subscription.id),
    findPayingCard(provider, customerId, subscription),
  ]);
  const hasRenewal = card !== undefined && hasRenewalNext(subscription, invoices);
  const renewalCents = hasRenewal ? await provider.previewRenewal(subscription.id) : undefined;
  // While the plan is paused, a paid invoice does not extend it.
  return {
    invoices: isPaused ? invoices.filter(({ status }) => status !== 'paid') : invoices,
    card,
    renewalCents,
  };
}

export function factColumns(subscription: ProviderSubscription, { invoices, card, renewalCents }: FactsRead) {
  const charge = nextCharge(subscription, invoices, { hasCard: card !== undefined, renewalCents });
  return {
    priceCents: priceOf(subscription) ?? null,
    currency: subscription.currency,
    paidUntil: paidUntil(invoices) ?? null,
    endsAt: planEndsAt(subscription) ?? null,
    nextChargeKind: charge?.kind ?? null,
    nextChargeAt: charge?.at ?? null,
    nextChargeCents: charge?.cents ?? null,
    cardBrand: card?.brand ?? null,
    cardLast4: card?.last4 ?? null,
    cardExpMonth: card?.exp_month ?? null,
    cardExpYear: card?.exp_year ?? null,
  };
}
