import type Stripe from 'stripe';
import { declineOfCharging, GENERIC_DECLINE, type Decline } from './cards.ts';
import { openDispute } from './disputes.ts';
import { change, emit } from './events.ts';
import { intentOfInvoice, invoiceOfIntent, recordPart, recordPayment } from './invoice-payments.ts';
import { asksForAuthentication, attach, getPaymentMethod, secretOf } from './payment-methods.ts';
import type { Provider } from './provider.ts';
import { nowInSeconds } from './store.ts';
import { invalidRequest } from './stripe-error.ts';
import { followFailure, followPayment, subscriptionOf } from './subscription-state.ts';

export type Attempt =
  | { outcome: 'succeeded' }
  | { outcome: 'processing' }
  | { outcome: 'requires_action' }
  | { outcome: 'declined'; decline: Decline };

const SECONDS_UNTIL_NEXT_TRY = 3 * 24 * 60 * 60;

export function createIntent(
  provider: Provider,
  facts: {
    amount: number;
    currency: string;
    customer: string | null;
    method: string | null;
    description: string;
  },
): Stripe.PaymentIntent {
  const { store } = provider;
  const id = store.newId('pi');
  const intent: Stripe.PaymentIntent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: facts.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`,
    confirmation_method: 'automatic',
    created: nowInSeconds(),
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    description: facts.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: facts.method,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: 'off_session',
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: facts.method === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  };
  store.paymentIntents.set(id, intent);
  emit(provider, 'payment_intent.created', intent);
  return intent;
}

export function simulateCharge(provider: Provider, methodId: string, isOffSession: boolean): Attempt {
  if (asksForAuthentication(provider, methodId, isOffSession)) return { outcome: 'requires_action' };
  const { behaviour } = secretOf(provider, methodId);
  if (behaviour === 'processing') return { outcome: 'processing' };
  const decline = declineOfCharging(behaviour);
  return decline ? { outcome: 'declined', decline } : { outcome: 'succeeded' };
}

export function attempt(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  methodId: string,
  options: { isOffSession: boolean; isAuthenticated?: boolean },
): Attempt {
  if (intent.status === 'processing')
    throw invalidRequest(
      'This PaymentIntent is processing: nothing else can be tried before it has an outcome.',
      {
        code: 'payment_intent_unexpected_state',
      },
    );
  const method = getPaymentMethod(provider, methodId, 'payment_method');
  let result = simulateCharge(provider, method.id, options.isOffSession);
  if (options.isAuthenticated && result.outcome === 'requires_action') {
    const decline = declineOfCharging(secretOf(provider, method.id).behaviour);
    result = decline ? { outcome: 'declined', decline } : { outcome: 'succeeded' };
  }
  if (result.outcome === 'requires_action') askForAction(provider, intent, method);
  else if (result.outcome === 'declined') fail(provider, intent, method, result.decline);
  else if (result.outcome === 'processing') wait(provider, intent, method);
  else succeed(provider, intent, method);
  return result;
}

function succeed(provider: Provider, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  if (typeof intent.customer === 'string') attach(provider, method, intent.customer);
  const charge = addCharge(provider, intent, method);
  change(provider, intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    payment_method: method.id,
    next_action: null,
    last_payment_error: null,
  });
  emit(provider, 'charge.succeeded', charge);
  emit(provider, 'payment_intent.succeeded', intent);
  const invoice = invoiceOfIntent(provider, intent.id);
  if (invoice) payByCard(provider, invoice, method);
  if (secretOf(provider, method.id).behaviour === 'disputed') openDispute(provider, charge);
}

function payByCard(provider: Provider, invoice: Stripe.Invoice, method: Stripe.PaymentMethod): void {
  invoice.attempt_count += 1;
  recordPayment(provider, invoice);
  markPaid(provider, invoice, method.id);
  emit(provider, 'invoice.payment_succeeded', invoice);
}

function wait(provider: Provider, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  change(provider, intent, { status: 'processing', payment_method: method.id, last_payment_error: null });
  emit(provider, 'payment_intent.processing', intent);
}

export function settle(provider: Provider, intent: Stripe.PaymentIntent, hasSucceeded: boolean): void {
  const { payment_method: methodId, status } = intent;
  if (status !== 'processing' || typeof methodId !== 'string')
    throw invalidRequest(`This PaymentIntent is ${status} and waits for no bank.`);
  const method = getPaymentMethod(provider, methodId);
  if (hasSucceeded) succeed(provider, intent, method);
  else fail(provider, intent, method, GENERIC_DECLINE);
}

/** Pays part of an open invoice with its default card, as an operator can in the dashboard. */
export function payPart(provider: Provider, invoice: Stripe.Invoice, amount: number): void {
  const methodId = defaultMethodOf(provider, invoice);
  if (invoice.status !== 'open' || methodId === undefined || amount >= invoice.amount_remaining)
    throw invalidRequest('There is no open invoice of more than this, or no card to pay it with.');
  const { currency } = invoice;
  const customer = typeof invoice.customer === 'string' ? invoice.customer : null;
  const part = createIntent(provider, { amount, currency, customer, method: methodId, description: 'Part' });
  recordPart(provider, invoice, part);
  const rest = invoice.amount_remaining - amount;
  Object.assign(invoice, { amount_paid: invoice.amount_paid + amount, amount_remaining: rest });
  const intent = intentOfInvoice(provider, invoice.id);
  if (intent) intent.amount = rest;
  const charge = addCharge(provider, part, getPaymentMethod(provider, methodId));
  change(provider, part, { status: 'succeeded', amount_received: amount, latest_charge: charge.id });
  emit(provider, 'charge.succeeded', charge);
  emit(provider, 'payment_intent.succeeded', part);
  emit(provider, 'invoice.updated', invoice);
}

/** `methodId` is the card that paid. Without it, nothing was due, or the invoice was paid outside Stripe. */
export function markPaid(provider: Provider, invoice: Stripe.Invoice, methodId?: string): void {
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    auto_advance: false,
    attempted: true,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: nowInSeconds() },
  });
  followPayment(provider, invoice, methodId);
  emit(provider, 'invoice.paid', invoice);
}

function fail(
  provider: Provider,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline: Decline,
): void {
  const charge = addCharge(provider, intent, method, decline);
  change(provider, intent, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'card_error',
      ...decline,
      charge: charge.id,
      payment_method: structuredClone(method),
    } as Stripe.PaymentIntent.LastPaymentError,
  });
  emit(provider, 'charge.failed', charge);
  emit(provider, 'payment_intent.payment_failed', intent);
  countAsUnpaid(provider, intent);
}

function askForAction(provider: Provider, intent: Stripe.PaymentIntent, method: Stripe.PaymentMethod): void {
  change(provider, intent, {
    status: 'requires_action',
    payment_method: method.id,
    last_payment_error: null,
    next_action: {
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: `${provider.url}/_page/challenge` },
    } as unknown as Stripe.PaymentIntent.NextAction,
  });
  emit(provider, 'payment_intent.requires_action', intent);
  const invoice = invoiceOfIntent(provider, intent.id);
  if (invoice) emit(provider, 'invoice.payment_action_required', invoice);
  countAsUnpaid(provider, intent);
}

export function countAsUnpaid(provider: Provider, intent: Stripe.PaymentIntent): void {
  const invoice = invoiceOfIntent(provider, intent.id);
  if (!invoice) return;
  Object.assign(invoice, {
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    next_payment_attempt: invoice.auto_advance ? nowInSeconds() + SECONDS_UNTIL_NEXT_TRY : null,
  });
  followFailure(provider, invoice);
  emit(provider, 'invoice.payment_failed', invoice);
}

export function authenticate(provider: Provider, intent: Stripe.PaymentIntent, hasPassed: boolean): void {
  const methodId = intent.payment_method;
  if (intent.status !== 'requires_action' || typeof methodId !== 'string') {
    throw invalidRequest(`This PaymentIntent is ${intent.status} and waits for no authentication.`, {
      code: 'payment_intent_unexpected_state',
    });
  }
  if (hasPassed) {
    secretOf(provider, methodId).isSetUp = true;
    attempt(provider, intent, methodId, { isOffSession: false, isAuthenticated: true });
    return;
  }
  change(provider, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_payment_error: {
      type: 'invalid_request_error',
      ...authenticationFailure('payment_intent_authentication_failure'),
      payment_method: structuredClone(getPaymentMethod(provider, methodId)),
    } as Stripe.PaymentIntent.LastPaymentError,
  });
  emit(provider, 'payment_intent.payment_failed', intent);
  countAsUnpaid(provider, intent);
}

export const authenticationFailure = (code: string): { code: string; message: string } => ({
  code,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
});

export function addCharge(
  provider: Provider,
  payment: {
    id?: string;
    amount: number;
    currency: string;
    customer: Stripe.PaymentIntent['customer'];
    description: string | null;
  },
  method: Stripe.PaymentMethod,
  decline?: Decline,
): Stripe.Charge {
  const { store } = provider;
  const charge: Stripe.Charge = {
    id: store.newId('ch'),
    object: 'charge',
    amount: payment.amount,
    amount_captured: decline ? 0 : payment.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'STAND-IN',
    captured: !decline,
    created: nowInSeconds(),
    currency: payment.currency,
    customer: payment.customer,
    description: payment.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: {},
    on_behalf_of: null,
    outcome: null,
    paid: !decline,
    payment_intent: payment.id ?? null,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  };
  store.charges.set(charge.id, charge);
  return charge;
}

export function defaultMethodOf(provider: Provider, invoice: Stripe.Invoice): string | undefined {
  const subscription = subscriptionOf(provider, invoice);
  const customer = provider.store.customers.get(typeof invoice.customer === 'string' ? invoice.customer : '');
  const ofCustomer = customer?.deleted ? undefined : customer?.invoice_settings.default_payment_method;
  const id = subscription?.default_payment_method ?? ofCustomer;
  return typeof id === 'string' ? id : undefined;
}
