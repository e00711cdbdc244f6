import type Stripe from 'stripe';
import { getCustomer } from './find-customer.ts';
import type { Provider } from './provider.ts';
import { isTaxable, taxFor } from './tax.ts';

/** Returns what `expand: ['tax']` adds to a customer: whether Stripe can tax the address. */
export function customerTax(provider: Provider, customerId: string): Stripe.Customer.Tax {
  const { address } = getCustomer(provider, customerId);
  const isKnown = isTaxable(address);
  const isCollected = taxFor(address, 100)?.reason !== 'not_collecting';
  return {
    automatic_tax: !isKnown ? 'unrecognized_location' : isCollected ? 'supported' : 'not_collecting',
    ip_address: null,
    location: isKnown
      ? { country: address?.country ?? '', source: 'billing_address', state: address?.state ?? null }
      : null,
    provider: 'stripe',
  };
}
