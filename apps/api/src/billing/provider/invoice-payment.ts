import type { Stripe } from './card-provider.ts';

const UNDER_WAY: readonly Stripe.PaymentIntent.Status[] = ['processing', 'requires_action'];

/**
 * An invoice can have several payments (https://docs.stripe.com/invoicing/multiple-payments). Returns undefined if
 * there is no payment by card.
 */
export function decisivePayment(
  payments: readonly Stripe.InvoicePayment[],
): Stripe.PaymentIntent | undefined {
  const whole = Math.max(...payments.map(({ amount_requested: amount }) => amount));
  const intents = payments
    .toSorted((one, other) => other.created - one.created)
    .flatMap(({ payment: { payment_intent: intent }, status, amount_requested: amount }) =>
      typeof intent === 'object' ? [{ intent, isOpen: status === 'open', isWhole: amount >= whole }] : [],
    );
  const counting =
    intents.find(({ intent, isWhole }) => intent.status === 'succeeded' && isWhole) ??
    intents.find(({ intent }) => UNDER_WAY.includes(intent.status)) ??
    intents.find(({ isOpen }) => isOpen) ??
    intents[0];
  return counting?.intent;
}
