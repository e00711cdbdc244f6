import type Stripe from 'stripe';
import type { Provider } from './provider.ts';
import { get } from './store.ts';
import { invalidRequest, noSuch } from './stripe-error.ts';

export function getCustomer(provider: Provider, id: string, param = 'id'): Stripe.Customer {
  const customer = get(provider.store.customers, id, 'customer', param);
  if (customer.deleted) throw noSuch('customer', id, param);
  return customer;
}

export function requireOwnMethod(provider: Provider, customer: Stripe.Customer, methodId: string): void {
  const method = provider.store.paymentMethods.get(methodId);
  if (method?.customer === customer.id) return;
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${methodId}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  );
}
