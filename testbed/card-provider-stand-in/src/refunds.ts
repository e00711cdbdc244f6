import type Stripe from 'stripe';
import { change, emit } from './events.ts';
import { mergeMetadata, numberOf, requireOneOf, textOf, type Params } from './form.ts';
import { innerList, listRoute, readRoute } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, idOf, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'];

function createRefund(provider: Provider, params: Params): Stripe.Refund {
  requireOneOf(params, 'reason', REASONS);
  const charge = chargeIn(provider, params);
  if (charge.disputed) {
    throw invalidRequest(`The charge ${charge.id} is disputed and can't be refunded.`, {
      code: 'charge_disputed',
    });
  }
  if (charge.refunded) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const left = charge.amount - charge.amount_refunded;
  const amount = numberOf(params, 'amount') ?? left;
  if (!Number.isInteger(amount) || amount < 1) {
    throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
  }
  if (amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  }
  const refund: Stripe.Refund = {
    id: provider.store.newId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: nowInSeconds(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: mergeMetadata({}, params),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: textOf(params, 'reason') ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  provider.store.refunds.set(refund.id, refund);
  emit(provider, 'refund.created', refund);
  setRefunded(provider, charge, charge.amount_refunded + amount, 'charge.refunded');
  return refund;
}

function chargeIn(provider: Provider, params: Params): Stripe.Charge {
  const { store } = provider;
  const [chargeId, intentId] = [textOf(params, 'charge'), textOf(params, 'payment_intent')];
  if (chargeId) {
    const charge = get(store.charges, chargeId, 'charge', 'charge');
    if (charge.status === 'succeeded') return charge;
    throw invalidRequest(`Charge ${chargeId} is not refundable.`, { code: 'charge_not_refundable' });
  }
  if (!intentId) throw missingParam('payment_intent');
  const intent = get(store.paymentIntents, intentId, 'payment_intent', 'payment_intent');
  const charge = store.charges.get(idOf(intent.latest_charge) ?? '');
  if (intent.status === 'succeeded' && charge) return charge;
  throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
    code: 'payment_intent_unexpected_state',
  });
}

function setRefunded(
  provider: Provider,
  charge: Stripe.Charge,
  amount: number,
  type: 'charge.refunded' | 'charge.updated',
): void {
  change(provider, charge, { amount_refunded: amount, refunded: amount === charge.amount }, type);
}

/** Rejects a refund, as a bank may do days later. The money returns to the operator's account. */
export function failRefund(provider: Provider, refund: Stripe.Refund): void {
  const charge = get(provider.store.charges, idOf(refund.charge) ?? '', 'charge');
  Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' });
  emit(provider, 'refund.failed', refund);
  emit(provider, 'charge.refund.updated', refund);
  setRefunded(provider, charge, charge.amount_refunded - refund.amount, 'charge.updated');
}

export function refundsOf(provider: Provider, chargeId: string): object {
  const refunds = [...provider.store.refunds.values()].filter(({ charge }) => charge === chargeId);
  return innerList(structuredClone(refunds.reverse()), `/v1/charges/${chargeId}/refunds`);
}

export const refundRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/refunds',
    params: ['amount', 'charge', 'metadata', 'payment_intent', 'reason'],
    answer: ({ provider, params }) => createRefund(provider, params),
  },
  readRoute('refunds', 'refund'),
  listRoute('refunds', ['charge', 'payment_intent']),
  readRoute('charges', 'charge'),
  listRoute('charges', ['customer', 'payment_intent']),
];
