import type Stripe from 'stripe';
import { findByName, readCard, type TestCard } from './cards.ts';
import { numberOf, objectOf, textOf, type Params } from './form.ts';
import type { Provider, Route } from './provider.ts';
import { get, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';

const SPOKEN_BRANDS: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export interface CardData {
  card: TestCard;
  expMonth: number;
  expYear: number;
}

export function readCardParams(params: Params): CardData {
  const number = textOf(params, 'number');
  if (number === undefined) throw missingParam('card[number]');
  const expMonth = numberOf(params, 'exp_month');
  if (expMonth === undefined) throw missingParam('card[exp_month]');
  const expYear = numberOf(params, 'exp_year');
  if (expYear === undefined) throw missingParam('card[exp_year]');
  const fullYear = expYear < 100 ? 2000 + expYear : expYear;
  return {
    card: readCard(number, expMonth, expYear, textOf(params, 'cvc')),
    expMonth,
    expYear: fullYear,
  };
}

function createToken(
  provider: Provider,
  { card, expMonth, expYear }: CardData,
  params: Params,
): Stripe.Token {
  const { store } = provider;
  const cardId = store.newId('card');
  store.secrets.set(cardId, { behaviour: card.behaviour, isSetUp: false });
  const text = (name: string): string | null => textOf(params, name) ?? null;
  const token: Stripe.Token = {
    id: store.newId('tok'),
    object: 'token',
    card: {
      id: cardId,
      object: 'card',
      address_city: text('address_city'),
      address_country: text('address_country'),
      address_line1: text('address_line1'),
      address_line1_check: text('address_line1') && 'unchecked',
      address_line2: text('address_line2'),
      address_state: text('address_state'),
      address_zip: text('address_zip'),
      address_zip_check: text('address_zip') && 'unchecked',
      brand: SPOKEN_BRANDS[card.brand] ?? 'Unknown',
      country: 'US',
      cvc_check: text('cvc') && 'unchecked',
      dynamic_last4: null,
      exp_month: expMonth,
      exp_year: expYear,
      funding: 'credit',
      last4: card.number.slice(-4),
      metadata: {},
      name: text('name'),
      networks: { preferred: null },
      regulated_status: 'unregulated',
      tokenization_method: null,
    },
    client_ip: '127.0.0.1',
    created: nowInSeconds(),
    livemode: false,
    type: 'card',
    used: false,
  };
  store.tokens.set(token.id, token);
  return token;
}

/** Each use of a named test token of Stripe, such as `tok_visa`, creates a token. */
function findToken(provider: Provider, id: string, param?: string): Stripe.Token {
  const named = id.startsWith('tok_') ? findByName(id.slice('tok_'.length)) : undefined;
  return named
    ? createToken(provider, { card: named, expMonth: 12, expYear: new Date().getUTCFullYear() + 1 }, {})
    : get(provider.store.tokens, id, 'token', param);
}

export function useToken(provider: Provider, id: string): Stripe.Token {
  const token = findToken(provider, id, 'card[token]');
  if (token.used) {
    throw invalidRequest(`You cannot use a Stripe token more than once: ${id}.`, {
      code: 'token_already_used',
    });
  }
  token.used = true;
  return token;
}

export const tokenRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/tokens',
    params: ['card'],
    isForPage: true,
    answer({ provider, params }) {
      const card = objectOf(params, 'card');
      if (!card) throw missingParam('card');
      return createToken(provider, readCardParams(card), card);
    },
  },
  {
    method: 'GET',
    path: '/v1/tokens/:id',
    params: [],
    answer: ({ provider, id }) => findToken(provider, id),
  },
];
