import type { Stripe } from './card-provider.ts';

const UNDER_WAY: readonly Stripe.PaymentIntent.Status[] = ['processing', 'requires_action'];

/**
 * The payment that says how an invoice stands, of several: the one that succeeded, else one under way, else the newest
 * (https://docs.stripe.com/invoicing/multiple-payments). Undefined if no card paid or was tried.
 */
export function paymentThatCounts(
  payments: readonly Stripe.InvoicePayment[],
): Stripe.PaymentIntent | undefined {
  const intents = payments
    .toSorted((one, other) => other.created - one.created)
    .map(({ payment }) => payment.payment_intent)
    .filter((intent) => typeof intent === 'object');
  return (
    intents.find(({ status }) => status === 'succeeded') ??
    intents.find(({ status }) => UNDER_WAY.includes(status)) ??
    intents[0]
  );
}
