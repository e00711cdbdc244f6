import type Stripe from 'stripe';
import { change } from './events.ts';
import { flagOf, mergeMetadata, numberOf, objectOf, textOf, textsOf, type Params } from './form.ts';
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import { createProduct } from './products.ts';
import type { Route } from './provider.ts';
import { get, nowInSeconds, type Store } from './store.ts';
import { invalidRequest, missingParam } from './stripe-error.ts';

/** The initial price of PRO. At Stripe, an operator creates it in the dashboard. */
export const PRO_PRICE = {
  id: 'price_standin_pro_monthly',
  productId: 'prod_standin_pro',
  lookupKey: 'pro_monthly',
  unitAmount: 19_900,
  currency: 'usd',
} as const;

export function seedProPrice(store: Store): void {
  createProduct(store, { name: 'PRO', tax_code: 'txcd_10103001' }, PRO_PRICE.productId);
  createPrice(store, PRO_PARAMS, PRO_PRICE.id);
}

const PRO_PARAMS: Params = {
  product: PRO_PRICE.productId,
  currency: PRO_PRICE.currency,
  unit_amount: String(PRO_PRICE.unitAmount),
  lookup_key: PRO_PRICE.lookupKey,
  recurring: { interval: 'month' },
  tax_behavior: 'exclusive',
};

export function getRecurringPrice(store: Store, id: string, param: string): Stripe.Price {
  const price = get(store.prices, id, 'price', param);
  if (!price.active) {
    throw invalidRequest('The price specified is inactive. This field only accepts active prices.', {
      param,
    });
  }
  if (price.recurring === null) {
    throw invalidRequest(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      { param },
    );
  }
  return price;
}

export function replacePrice(store: Store, unitAmount: number): Stripe.Price {
  const old = [...store.prices.values()].find((price) => price.lookup_key === PRO_PRICE.lookupKey);
  const params = { ...PRO_PARAMS, unit_amount: String(unitAmount), transfer_lookup_key: 'true' };
  const price = createPrice(store, params);
  if (old) old.active = false;
  return price;
}

function createPrice(store: Store, params: Params, id = store.newId('price')): Stripe.Price {
  const currency = textOf(params, 'currency');
  if (!currency) throw missingParam('currency');
  const unitAmount = numberOf(params, 'unit_amount');
  if (unitAmount === undefined) throw missingParam('unit_amount');
  const recurring = objectOf(params, 'recurring');
  const interval = recurring && textOf(recurring, 'interval');
  if (recurring && interval !== 'month') {
    throw invalidRequest('The stand-in knows monthly prices only.', { param: 'recurring[interval]' });
  }
  const lookupKey = textOf(params, 'lookup_key') ?? null;
  freeLookupKey(store, lookupKey, params);
  const productData = objectOf(params, 'product_data');
  const productId = productData ? createProduct(store, productData).id : textOf(params, 'product');
  if (!productId) throw missingParam('product');
  get(store.products, productId, 'product', 'product');
  const price: Stripe.Price = {
    id,
    object: 'price',
    active: flagOf(params, 'active') ?? true,
    billing_scheme: 'per_unit',
    created: nowInSeconds(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookupKey,
    metadata: mergeMetadata({}, params),
    nickname: textOf(params, 'nickname') ?? null,
    product: productId,
    recurring: recurring
      ? { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' }
      : null,
    tax_behavior: textOf(params, 'tax_behavior') ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: decimal(unitAmount),
  };
  store.prices.set(price.id, price);
  return price;
}

/** Formats a decimal as text, as in Stripe's responses. The SDK converts it to an object. */
export function decimal(amount: number): Stripe.Price['unit_amount_decimal'] {
  return String(amount) as unknown as Stripe.Price['unit_amount_decimal'];
}

function freeLookupKey(store: Store, lookupKey: string | null, params: Params): void {
  if (lookupKey === null) return;
  const holder = [...store.prices.values()].find((price) => price.lookup_key === lookupKey);
  if (!holder) return;
  if (flagOf(params, 'transfer_lookup_key') !== true) {
    throw invalidRequest(
      `A price (\`${holder.id}\`) already uses that lookup key. Please specify \`transfer_lookup_key=true\` to transfer the key.`,
      { param: 'lookup_key' },
    );
  }
  holder.lookup_key = null;
}

export const priceRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/prices',
    params: [
      'active',
      'currency',
      'lookup_key',
      'metadata',
      'nickname',
      'product',
      'product_data',
      'recurring',
      'tax_behavior',
      'transfer_lookup_key',
      'unit_amount',
    ],
    answer: ({ provider, params }) => createPrice(provider.store, params),
  },
  readRoute('prices', 'price'),
  {
    method: 'GET',
    path: '/v1/prices',
    params: [...LIST_PARAMS, 'active', 'currency', 'lookup_keys', 'product', 'type'],
    answer(call) {
      const { params } = call;
      const active = flagOf(params, 'active');
      const keys = textsOf(params, 'lookup_keys');
      const prices = [...call.provider.store.prices.values()].filter(
        (price) =>
          (active === undefined || price.active === active) &&
          (keys.length === 0 || keys.includes(price.lookup_key ?? '')) &&
          (textOf(params, 'product') ?? price.product) === price.product &&
          (textOf(params, 'currency') ?? price.currency) === price.currency &&
          (textOf(params, 'type') ?? price.type) === price.type,
      );
      return listAnswer(call, prices, '/v1/prices');
    },
  },
  {
    method: 'POST',
    path: '/v1/prices/:id',
    params: ['active', 'metadata', 'nickname', 'lookup_key', 'transfer_lookup_key'],
    answer({ provider, params, id }) {
      const price = get(provider.store.prices, id, 'price');
      const lookupKey = textOf(params, 'lookup_key') ?? price.lookup_key;
      if (lookupKey !== price.lookup_key) freeLookupKey(provider.store, lookupKey, params);
      change(provider, price, {
        active: flagOf(params, 'active') ?? price.active,
        metadata: mergeMetadata(price.metadata, params),
        nickname: textOf(params, 'nickname') ?? price.nickname,
        lookup_key: lookupKey,
      });
      return price;
    },
  },
];
