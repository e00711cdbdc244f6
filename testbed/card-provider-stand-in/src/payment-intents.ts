import type Stripe from 'stripe';
import { cardError } from './cards.ts';
import { attempt } from './collect.ts';
import { flagOf, objectOf, textOf, type Params } from './form.ts';
import { listRoute } from './list.ts';
import { createPaymentMethod, getPaymentMethod } from './payment-methods.ts';
import type { Call, Provider, Route } from './provider.ts';
import { get } from './store.ts';
import { invalidRequest, missingParam, noSuch } from './stripe-error.ts';

export function getIntent(call: Call): Stripe.PaymentIntent {
  const intent = get(call.provider.store.paymentIntents, call.id, 'payment_intent');
  const secret = textOf(call.params, 'client_secret');
  if (call.isFromPage && secret === undefined) throw missingParam('client_secret');
  if (secret !== undefined && secret !== intent.client_secret) throw noSuch('payment_intent', call.id, 'id');
  return intent;
}

export function methodInParams(provider: Provider, params: Params): Stripe.PaymentMethod | undefined {
  const data = objectOf(params, 'payment_method_data');
  if (data) return createPaymentMethod(provider, data);
  const id = textOf(params, 'payment_method');
  return id === undefined ? undefined : getPaymentMethod(provider, id, 'payment_method');
}

function confirm(call: Call): Stripe.PaymentIntent {
  const { provider, params } = call;
  const intent = getIntent(call);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)) {
    throw invalidRequest(
      `You cannot confirm this PaymentIntent because it has already ${intent.status === 'succeeded' ? 'succeeded after being previously confirmed' : 'been canceled'}.`,
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const methodId = methodInParams(provider, params)?.id ?? intent.payment_method;
  if (typeof methodId !== 'string') {
    throw invalidRequest(
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      { code: 'payment_intent_unexpected_state' },
    );
  }
  const result = attempt(provider, intent, methodId, {
    isOffSession: flagOf(params, 'off_session') === true,
  });
  if (result.outcome === 'declined') {
    throw cardError(result.decline, {
      charge: intent.latest_charge,
      payment_intent: structuredClone(intent),
      payment_method: structuredClone(getPaymentMethod(provider, methodId)),
    });
  }
  return intent;
}

export const paymentIntentRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/payment_intents/:id',
    params: ['client_secret'],
    isForPage: true,
    answer: getIntent,
  },
  listRoute('paymentIntents', ['customer']),
  {
    method: 'POST',
    path: '/v1/payment_intents/:id/confirm',
    params: [
      'client_secret',
      'off_session',
      'payment_method',
      'payment_method_data',
      'return_url',
      'setup_future_usage',
      'use_stripe_sdk',
    ],
    isForPage: true,
    answer: confirm,
  },
];
