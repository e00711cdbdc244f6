/** A cardholder who asks their bank for the money back. */
import type Stripe from 'stripe';
import { change, emit } from './events.ts';
import { textOf } from './form.ts';
import { LIST_PARAMS, listAnswer } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, idOf, nowInSeconds } from './store.ts';

const SECONDS_TO_RESPOND = 7 * 24 * 60 * 60;

export function openDispute(
  provider: Provider,
  charge: Stripe.Charge,
  reason = 'fraudulent',
): Stripe.Dispute {
  // The evidence and the bank's details are left out: nobody reads them here.
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
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    params: [],
    answer: ({ provider, id }) => get(provider.store.disputes, id, 'dispute'),
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    params: [...LIST_PARAMS, 'charge', 'payment_intent'],
    answer(call) {
      const { params, provider } = call;
      const disputes = [...provider.store.disputes.values()].filter(
        (dispute) =>
          (textOf(params, 'charge') ?? dispute.charge) === dispute.charge &&
          (textOf(params, 'payment_intent') ?? dispute.payment_intent) === dispute.payment_intent,
      );
      return listAnswer(call, disputes, '/v1/disputes');
    },
  },
];
