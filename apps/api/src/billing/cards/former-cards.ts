import { idOf, type CardProvider, type Stripe } from '../provider/card-provider.ts';

/** `amount` is in cents. */
export type LatePayment = { invoiceId: string; amount: number; currency: string; paidOn: string };

export async function findMethodIds(provider: CardProvider, customer: string): Promise<string[]> {
  const { data } = await provider.call((stripe) => stripe.paymentMethods.list({ customer, limit: 100 }));
  return data.map(({ id }) => id);
}

/** Omits the first invoice of a subscription, because no transfer can be accepted during the first payment. */
export async function findLatePayments(
  provider: CardProvider,
  customer: string,
  former: string[],
  transferredAt: Date,
): Promise<LatePayment[]> {
  return provider.call(async (stripe) => {
    const { data: invoices } = await stripe.invoices.list({ customer, status: 'paid', limit: 100 });
    const since = Math.floor(transferredAt.getTime() / 1000);
    const payments: LatePayment[] = [];
    for (const { id, billing_reason: reason, status_transitions: times } of invoices) {
      if (times.paid_at === null || times.paid_at < since || reason === 'subscription_create') continue;
      const { data } = await stripe.invoicePayments.list({
        invoice: id,
        status: 'paid',
        limit: 100,
        expand: ['data.payment.payment_intent'],
      });
      const paidOn = new Date(times.paid_at * 1000).toISOString();
      for (const { amount_paid: amount, currency, payment } of data)
        if (amount && isOneOf(former, methodOf(payment)))
          payments.push({ invoiceId: id, amount, currency, paidOn });
    }
    return payments;
  });
}

export async function detachCards(
  provider: CardProvider,
  customer: Stripe.Customer,
  former: string[],
  email: string | undefined,
): Promise<void> {
  await provider.call(async (stripe) => {
    const { data } = await stripe.subscriptions.list({ customer: customer.id, limit: 100 });
    // Stripe does not document that detaching a card also removes it as a subscription's default.
    for (const { id, default_payment_method: method } of data)
      if (isOneOf(former, method)) await stripe.subscriptions.update(id, { default_payment_method: '' });
    await stripe.customers.update(customer.id, {
      ...(email === undefined ? {} : { email }),
      ...(isOneOf(former, customer.invoice_settings.default_payment_method)
        ? { invoice_settings: { default_payment_method: '' } }
        : {}),
    });
    for (const id of former) await detach(stripe, id);
  });
}

function isOneOf(methods: string[], method: string | { id: string } | null): boolean {
  return methods.includes(idOf(method) ?? '');
}

function methodOf({ payment_intent: intent }: Stripe.InvoicePayment.Payment) {
  return typeof intent === 'object' ? intent.payment_method : null;
}

async function detach(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id);
  } catch (refused) {
    const { customer } = await stripe.paymentMethods.retrieve(id);
    if (customer !== null) throw refused;
  }
}
