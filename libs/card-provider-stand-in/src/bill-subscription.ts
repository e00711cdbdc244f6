import type Stripe from 'stripe';
import { buildInvoice } from './build-invoice.ts';
import { itemOf } from './build-subscription.ts';
import { createIntent } from './collect.ts';
import { getCustomer } from './find-customer.ts';
import { emit } from './events.ts';
import { linkPayment } from './invoice-payments.ts';
import type { Provider } from './provider.ts';
import { idOf } from './store.ts';

/** The invoice of the subscription's current period, final and unpaid. */
export function addInvoice(
  provider: Provider,
  subscription: Stripe.Subscription,
  reason: 'subscription_create' | 'subscription_cycle',
): Stripe.Invoice {
  const item = itemOf(subscription);
  const customer = getCustomer(provider, subscription.customer as string);
  const invoice = buildInvoice(provider, {
    id: provider.store.newId('in'),
    reason,
    status: 'open',
    price: item.price,
    quantity: item.quantity ?? 1,
    period: { start: item.current_period_start, end: item.current_period_end },
    customer,
    address: customer.address,
    isTaxed: subscription.automatic_tax.enabled,
    subscription: { id: subscription.id, itemId: item.id, metadata: subscription.metadata },
    defaultPaymentMethod: null,
  });
  provider.store.invoices.set(invoice.id, invoice);
  return invoice;
}

/** Emits the invoice's events and creates the intent that will pay it. */
export function billInvoice(
  provider: Provider,
  invoice: Stripe.Invoice,
  methodId: string | null,
): Stripe.PaymentIntent {
  emit(provider, 'invoice.created', invoice);
  emit(provider, 'invoice.finalized', invoice);
  const intent = createIntent(provider, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? null,
    method: methodId,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  });
  linkPayment(provider, invoice, intent);
  return intent;
}
