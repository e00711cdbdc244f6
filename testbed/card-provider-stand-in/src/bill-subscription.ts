import type Stripe from 'stripe';
import { buildInvoice, makeFinal, type InvoiceReason } from './build-invoice.ts';
import { itemOf } from './build-subscription.ts';
import { attempt, countAsUnpaid, createIntent, defaultMethodOf, markPaid } from './collect.ts';
import { getCustomer } from './find-customer.ts';
import { emit } from './events.ts';
import { intentOfInvoice, linkPayment } from './invoice-payments.ts';
import type { Provider } from './provider.ts';
import { idOf } from './store.ts';

export function addInvoice(
  provider: Provider,
  subscription: Stripe.Subscription,
  reason: InvoiceReason,
  item: Stripe.SubscriptionItem = itemOf(subscription),
): Stripe.Invoice {
  const customer = getCustomer(provider, subscription.customer as string);
  const invoice = buildInvoice(provider, {
    id: provider.store.newId('in'),
    reason,
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

export function finalizeInvoice(
  provider: Provider,
  invoice: Stripe.Invoice,
): Stripe.PaymentIntent | undefined {
  makeFinal(provider, invoice);
  emit(provider, 'invoice.finalized', invoice);
  if (invoice.amount_due === 0) {
    markPaid(provider, invoice);
    emit(provider, 'invoice.payment_succeeded', invoice);
    return undefined;
  }
  const intent = createIntent(provider, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer) ?? null,
    method: defaultMethodOf(provider, invoice) ?? null,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
  });
  linkPayment(provider, invoice, intent);
  return intent;
}

export function collectInvoice(provider: Provider, invoice: Stripe.Invoice): void {
  const intent = intentOfInvoice(provider, invoice.id);
  if (!intent) return;
  const methodId = defaultMethodOf(provider, invoice);
  if (methodId === undefined) countAsUnpaid(provider, intent);
  else attempt(provider, intent, methodId, { isOffSession: true });
}
