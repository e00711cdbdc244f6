import type Stripe from 'stripe';
import { objectOf, textOf, type Params } from './form.ts';

export function addressOf(params: Params): Stripe.Address | null {
  const address = objectOf(params, 'address');
  if (!address) return null;
  return {
    city: textOf(address, 'city') ?? null,
    country: textOf(address, 'country') ?? null,
    line1: textOf(address, 'line1') ?? null,
    line2: textOf(address, 'line2') ?? null,
    postal_code: textOf(address, 'postal_code') ?? null,
    state: textOf(address, 'state') ?? null,
  };
}
