import type Stripe from 'stripe';
import { cardError, declineOfAttaching, findByName, needsAuthentication } from './cards.ts';
import { addressOf } from './address.ts';
import { getCustomer } from './find-customer.ts';
import { change, emit } from './events.ts';
import { mergeMetadata, objectOf, textOf, type Params } from './form.ts';
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, nowInSeconds, type SimulatedCard } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';
import { readCardParams, useToken } from './tokens.ts';

interface CardFacts {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  secret: SimulatedCard;
}

const BRANDS: Record<string, string> = {
  Visa: 'visa',
  MasterCard: 'mastercard',
  'American Express': 'amex',
  Discover: 'discover',
  'Diners Club': 'diners',
  JCB: 'jcb',
  UnionPay: 'unionpay',
};

/**
 * Returns a token's card and marks the token as used. Leaves out name and address, because Stripe does not document
 * that a payment method copies them.
 */
function factsOfToken(provider: Provider, id: string): CardFacts {
  const card = useToken(provider, id).card as Stripe.Card;
  return {
    brand: BRANDS[card.brand] ?? 'unknown',
    last4: card.last4,
    expMonth: card.exp_month,
    expYear: card.exp_year,
    secret: { ...get(provider.store.secrets, card.id, 'card') },
  };
}

function factsOfCard(params: Params): CardFacts {
  const { card, expMonth, expYear } = readCardParams(params);
  return {
    brand: card.brand,
    last4: card.number.slice(-4),
    expMonth,
    expYear,
    secret: { behaviour: card.behaviour, isSetUp: false },
  };
}

export function createPaymentMethod(provider: Provider, params: Params): Stripe.PaymentMethod {
  const type = textOf(params, 'type');
  if (type === undefined) throw missingParam('type');
  if (type !== 'card') {
    throw invalidRequest(`Invalid type: must be card`, { param: 'type' });
  }
  const card = objectOf(params, 'card');
  if (!card) throw missingParam('card');
  const token = textOf(card, 'token');
  const facts = token ? factsOfToken(provider, token) : factsOfCard(card);
  return addPaymentMethod(provider, facts, params);
}

function addPaymentMethod(provider: Provider, facts: CardFacts, params: Params): Stripe.PaymentMethod {
  const { store } = provider;
  const details = objectOf(params, 'billing_details') ?? {};
  const method: Stripe.PaymentMethod = {
    id: store.newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: {
      address: addressOf(details) ?? EMPTY_ADDRESS,
      email: textOf(details, 'email') ?? null,
      name: textOf(details, 'name') ?? null,
      phone: textOf(details, 'phone') ?? null,
      tax_id: null,
    },
    card: {
      brand: facts.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'unchecked' },
      country: 'US',
      display_brand: facts.brand,
      exp_month: facts.expMonth,
      exp_year: facts.expYear,
      fingerprint: `standin${facts.brand}${facts.last4}`,
      funding: 'credit',
      generated_from: null,
      last4: facts.last4,
      networks: { available: [facts.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: nowInSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergeMetadata({}, params),
    type: 'card',
  };
  store.paymentMethods.set(method.id, method);
  store.secrets.set(method.id, facts.secret);
  return method;
}

const EMPTY_ADDRESS: Stripe.Address = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};

/** Each use of a named test method of Stripe, such as `pm_card_visa`, creates a payment method. */
export function getPaymentMethod(provider: Provider, id: string, param = 'id'): Stripe.PaymentMethod {
  const named = id.startsWith('pm_card_') ? findByName(id.slice('pm_card_'.length)) : undefined;
  if (!named) return get(provider.store.paymentMethods, id, 'PaymentMethod', param);
  return addPaymentMethod(
    provider,
    {
      brand: named.brand,
      last4: named.number.slice(-4),
      expMonth: 12,
      expYear: new Date().getUTCFullYear() + 1,
      secret: { behaviour: named.behaviour, isSetUp: false },
    },
    {},
  );
}

export function secretOf(provider: Provider, methodId: string): SimulatedCard {
  return get(provider.store.secrets, methodId, 'PaymentMethod');
}

export function attach(provider: Provider, method: Stripe.PaymentMethod, customerId: string): void {
  if (method.customer === customerId) return;
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
      param: 'payment_method',
    });
  }
  const decline = declineOfAttaching(secretOf(provider, method.id).behaviour);
  if (decline) throw cardError(decline);
  const checks = { address_line1_check: 'pass', address_postal_code_check: 'pass', cvc_check: 'pass' };
  change(provider, method, { customer: customerId, card: { ...method.card!, checks } });
  emit(provider, 'payment_method.attached', method);
}

export function asksForAuthentication(provider: Provider, methodId: string, isOffSession: boolean): boolean {
  const { behaviour, isSetUp } = secretOf(provider, methodId);
  return needsAuthentication(behaviour, { isSetUp, isOffSession });
}

export const paymentMethodRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/payment_methods',
    params: ['type', 'card', 'billing_details', 'metadata', 'allow_redisplay'],
    isForPage: true,
    answer: ({ provider, params }) => createPaymentMethod(provider, params),
  },
  readRoute('paymentMethods', 'PaymentMethod'),
  {
    method: 'GET',
    path: '/v1/payment_methods',
    params: [...LIST_PARAMS, 'customer', 'type'],
    answer: (call) =>
      listAnswer(call, methodsOf(call.provider, textOf(call.params, 'customer')), '/v1/payment_methods'),
  },
  {
    method: 'GET',
    path: '/v1/customers/:id/payment_methods',
    params: [...LIST_PARAMS, 'type'],
    answer: (call) => {
      getCustomer(call.provider, call.id);
      return listAnswer(call, methodsOf(call.provider, call.id), `/v1/customers/${call.id}/payment_methods`);
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id',
    params: ['billing_details', 'metadata', 'card'],
    answer({ provider, params, id }) {
      const method = get(provider.store.paymentMethods, id, 'PaymentMethod');
      const details = objectOf(params, 'billing_details') ?? {};
      change(provider, method, {
        metadata: mergeMetadata(method.metadata, params),
        billing_details: {
          ...method.billing_details,
          address: addressOf(details) ?? method.billing_details.address,
          name: textOf(details, 'name') ?? method.billing_details.name,
          email: textOf(details, 'email') ?? method.billing_details.email,
        },
      });
      return method;
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/attach',
    params: ['customer'],
    answer({ provider, params, id }) {
      const customerId = textOf(params, 'customer');
      if (!customerId) throw missingParam('customer');
      const method = getPaymentMethod(provider, id);
      getCustomer(provider, customerId, 'customer');
      attach(provider, method, customerId);
      return method;
    },
  },
  {
    method: 'POST',
    path: '/v1/payment_methods/:id/detach',
    params: [],
    answer({ provider, id }) {
      const method = get(provider.store.paymentMethods, id, 'PaymentMethod');
      if (typeof method.customer !== 'string') {
        throw invalidRequest(
          'The payment method you provided is not attached to a customer so detachment is impossible.',
        );
      }
      const customer = getCustomer(provider, method.customer);
      change(provider, method, { customer: null });
      if (customer.invoice_settings.default_payment_method === id) {
        change(provider, customer, {
          invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
        });
      }
      // A detached method cannot pay (https://docs.stripe.com/api/payment_methods/detach).
      for (const subscription of provider.store.subscriptions.values())
        if (subscription.default_payment_method === id)
          change(provider, subscription, { default_payment_method: null }, 'customer.subscription.updated');
      emit(provider, 'payment_method.detached', method);
      return method;
    },
  },
];

function methodsOf(provider: Provider, customerId: string | undefined): Stripe.PaymentMethod[] {
  return [...provider.store.paymentMethods.values()].filter((method) => method.customer === customerId);
}
