import type Stripe from 'stripe';
import { change, emit } from './events.ts';
import { listRoute, readRoute } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { idOf, nowInSeconds } from './store.ts';

const SECONDS_TO_RESPOND = 7 * 24 * 60 * 60;

export function openDispute(
  provider: Provider,
  charge: Stripe.Charge,
  reason = 'fraudulent',
): Stripe.Dispute {
  const dispute = {
    id: provider.store.newId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    evidence_details: {
      due_by: nowInSeconds() + SECONDS_TO_RESPOND,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: idOf(charge.payment_intent) ?? null,
    reason,
    status: 'needs_response',
  } as unknown as Stripe.Dispute;
  provider.store.disputes.set(dispute.id, dispute);
  change(provider, charge, { disputed: true });
  emit(provider, 'charge.dispute.created', dispute);
  emit(provider, 'charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(provider: Provider, dispute: Stripe.Dispute, status: 'won' | 'lost'): void {
  dispute.status = status;
  if (status === 'won') emit(provider, 'charge.dispute.funds_reinstated', dispute);
  emit(provider, 'charge.dispute.closed', dispute);
}

export const disputeRoutes: Route[] = [
  readRoute('disputes', 'dispute'),
  listRoute('disputes', ['charge', 'payment_intent']),
];
