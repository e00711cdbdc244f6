import type Stripe from 'stripe';
import { cardError, declineOfAttaching } from './cards.ts';
import { authenticationFailure } from './collect.ts';
import { getCustomer } from './find-customer.ts';
import { change, emit } from './events.ts';
import { flagOf, mergeMetadata, textOf, textsOf, type Params } from './form.ts';
import { listRoute } from './list.ts';
import { methodInParams } from './payment-intents.ts';
import { asksForAuthentication, attach, getPaymentMethod, secretOf } from './payment-methods.ts';
import type { Call, Provider, Route } from './provider.ts';
import { get, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam, noSuch } from './stripe-error.ts';

function createSetupIntent(provider: Provider, params: Params): Stripe.SetupIntent {
  const { store } = provider;
  const allowedTypes = textsOf(params, 'allowed_payment_method_types');
  const customer = textOf(params, 'customer');
  if (customer !== undefined) getCustomer(provider, customer, 'customer');
  const method = methodInParams(provider, params);
  const id = store.newId('seti');
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowedTypes.length > 0 ? allowedTypes : null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${crypto.randomUUID().replaceAll('-', '')}`,
    created: nowInSeconds(),
    customer: customer ?? null,
    customer_account: null,
    description: textOf(params, 'description') ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params),
    next_action: null,
    on_behalf_of: null,
    payment_method: method?.id ?? null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage: textOf(params, 'usage') ?? 'off_session',
  };
  store.setupIntents.set(id, intent);
  emit(provider, 'setup_intent.created', intent);
  if (flagOf(params, 'confirm')) confirmSetup(provider, intent, method?.id);
  return intent;
}

function confirmSetup(provider: Provider, intent: Stripe.SetupIntent, methodId: string | undefined): void {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidRequest(`You cannot confirm this SetupIntent because it has already ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  const id = methodId ?? intent.payment_method;
  if (typeof id !== 'string') throw missingParam('payment_method');
  const decline = declineOfAttaching(secretOf(provider, id).behaviour);
  if (decline) {
    change(provider, intent, {
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { type: 'card_error', ...decline } as Stripe.SetupIntent.LastSetupError,
    });
    emit(provider, 'setup_intent.setup_failed', intent);
    throw cardError(decline, { setup_intent: structuredClone(intent) });
  }
  change(provider, intent, { payment_method: id });
  if (asksForAuthentication(provider, id, false)) {
    change(provider, intent, {
      status: 'requires_action',
      next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} } as Stripe.SetupIntent.NextAction,
    });
    emit(provider, 'setup_intent.requires_action', intent);
    return;
  }
  completeSetup(provider, intent);
}

function completeSetup(provider: Provider, intent: Stripe.SetupIntent): void {
  const id = intent.payment_method as string;
  if (typeof intent.customer === 'string') attach(provider, getPaymentMethod(provider, id), intent.customer);
  secretOf(provider, id).isSetUp = true;
  change(provider, intent, { status: 'succeeded', next_action: null, last_setup_error: null });
  emit(provider, 'setup_intent.succeeded', intent);
}

export function authenticateSetup(provider: Provider, intent: Stripe.SetupIntent, hasPassed: boolean): void {
  if (intent.status !== 'requires_action') {
    throw invalidRequest(`This SetupIntent is ${intent.status} and waits for no authentication.`, {
      code: 'setup_intent_unexpected_state',
    });
  }
  if (hasPassed) return completeSetup(provider, intent);
  change(provider, intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: {
      type: 'invalid_request_error',
      ...authenticationFailure('setup_intent_authentication_failure'),
    } as Stripe.SetupIntent.LastSetupError,
  });
  emit(provider, 'setup_intent.setup_failed', intent);
}

export function getSetupIntent(call: Call): Stripe.SetupIntent {
  const intent = get(call.provider.store.setupIntents, call.id, 'setupintent');
  const secret = textOf(call.params, 'client_secret');
  if (call.isFromPage && secret === undefined) throw missingParam('client_secret');
  if (secret !== undefined && secret !== intent.client_secret) throw noSuch('setupintent', call.id, 'id');
  return intent;
}

const CONFIRM_PARAMS = ['payment_method', 'payment_method_data', 'return_url', 'use_stripe_sdk'];

export const setupIntentRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/setup_intents',
    params: [
      ...CONFIRM_PARAMS,
      'allowed_payment_method_types',
      'confirm',
      'customer',
      'description',
      'metadata',
      'payment_method_types',
      'usage',
    ],
    answer: ({ provider, params }) => createSetupIntent(provider, params),
  },
  {
    method: 'GET',
    path: '/v1/setup_intents/:id',
    params: ['client_secret'],
    isForPage: true,
    answer: getSetupIntent,
  },
  listRoute('setupIntents', ['customer']),
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/confirm',
    params: [...CONFIRM_PARAMS, 'client_secret'],
    isForPage: true,
    answer(call) {
      const intent = getSetupIntent(call);
      confirmSetup(call.provider, intent, methodInParams(call.provider, call.params)?.id);
      return intent;
    },
  },
  {
    method: 'POST',
    path: '/v1/setup_intents/:id/cancel',
    params: ['cancellation_reason'],
    answer(call) {
      const intent = getSetupIntent(call);
      change(call.provider, intent, { status: 'canceled', next_action: null }, 'setup_intent.canceled');
      return intent;
    },
  },
];
