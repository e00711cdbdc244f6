import type Stripe from 'stripe';
import { change } from './events.ts';
import { flagOf, hasParam, mergeMetadata, textOf, textsOf, type Params } from './form.ts';
import { LIST_PARAMS, listAnswer, readRoute } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, nowInSeconds, type Store } from './store.ts';
import { missingParam } from './stripe-error.ts';

const FIELDS = ['name', 'active', 'description', 'metadata', 'tax_code', 'default_price'];

export function createProduct(store: Store, params: Params, id = textOf(params, 'id')): Stripe.Product {
  const name = textOf(params, 'name');
  if (name === undefined) throw missingParam('name');
  const product: Stripe.Product = {
    id: id ?? store.newId('prod'),
    object: 'product',
    active: flagOf(params, 'active') ?? true,
    created: nowInSeconds(),
    default_price: null,
    description: textOf(params, 'description') ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params),
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: textOf(params, 'tax_code') ?? null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: nowInSeconds(),
    url: null,
  };
  store.products.set(product.id, product);
  return product;
}

export const productRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/products',
    params: ['id', ...FIELDS],
    answer: ({ provider, params }) => createProduct(provider.store, params),
  },
  readRoute('products', 'product'),
  {
    method: 'GET',
    path: '/v1/products',
    params: [...LIST_PARAMS, 'active', 'ids'],
    answer(call) {
      const active = flagOf(call.params, 'active');
      const ids = textsOf(call.params, 'ids');
      const products = [...call.provider.store.products.values()].filter(
        (product) =>
          (active === undefined || product.active === active) &&
          (ids.length === 0 || ids.includes(product.id)),
      );
      return listAnswer(call, products, '/v1/products');
    },
  },
  {
    method: 'POST',
    path: '/v1/products/:id',
    params: FIELDS,
    answer: ({ provider, params, id }) => updateProduct(provider, id, params),
  },
];

function updateProduct(provider: Provider, id: string, params: Params): Stripe.Product {
  const product = get(provider.store.products, id, 'product');
  change(provider, product, {
    name: textOf(params, 'name') ?? product.name,
    active: flagOf(params, 'active') ?? product.active,
    description: hasParam(params, 'description')
      ? (textOf(params, 'description') ?? null)
      : product.description,
    metadata: mergeMetadata(product.metadata, params),
    tax_code: textOf(params, 'tax_code') ?? product.tax_code,
    default_price: textOf(params, 'default_price') ?? product.default_price,
  });
  return product;
}
