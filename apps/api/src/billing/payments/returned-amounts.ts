import type { PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { idOf, type Stripe } from '../provider/card-provider.ts';

type ReturnedAmounts = Pick<PaymentsReply['invoices'][number], 'refunded' | 'dispute'>;

/** The bank holds the money in these states, but not during an inquiry (`warning_…`). */
const OPEN: readonly Stripe.Dispute.Status[] = ['needs_response', 'under_review'];

export function returnedAmountsOf(
  { payments }: Pick<Stripe.Invoice, 'payments'>,
  charges: readonly Stripe.Charge[],
  disputes: readonly Stripe.Dispute[],
): ReturnedAmounts {
  const intents = payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [];
  const own = charges.filter(
    ({ status, payment_intent: intent }) => status === 'succeeded' && intents.includes(idOf(intent) ?? ''),
  );
  const paid = own.reduce((sum, { amount }) => sum + amount, 0);
  const refunded = own.reduce((sum, { amount_refunded: amount }) => sum + amount, 0);
  const dispute = disputes.find(
    ({ status, charge }) =>
      (status === 'lost' || OPEN.includes(status)) && own.some(({ id }) => id === idOf(charge)),
  );
  return {
    ...(refunded > 0 && { refunded: { cents: refunded, isFull: refunded >= paid } }),
    ...(dispute && {
      dispute: { cents: dispute.amount, state: dispute.status === 'lost' ? 'lost' : 'open' },
    }),
  };
}
