/** Links an invoice to the payment intent that pays it. */
import type Stripe from 'stripe';
import { innerList } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { textOf } from './form.ts';
import { LIST_PARAMS, listAnswer } from './list.ts';
import { get, nowInSeconds } from './store.ts';

export function linkPayment(provider: Provider, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const { store } = provider;
  const payment: Stripe.InvoicePayment = {
    id: store.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: nowInSeconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  };
  store.invoicePayments.set(payment.id, payment);
}

function paymentOf(provider: Provider, invoiceId: string): Stripe.InvoicePayment | undefined {
  return [...provider.store.invoicePayments.values()].find((payment) => payment.invoice === invoiceId);
}

export function recordPayment(provider: Provider, invoice: Stripe.Invoice): void {
  const payment = paymentOf(provider, invoice.id);
  if (!payment) return;
  Object.assign(payment, {
    amount_paid: invoice.amount_due,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: nowInSeconds() },
  });
}

export function intentOfInvoice(provider: Provider, invoiceId: string): Stripe.PaymentIntent | undefined {
  const id = paymentOf(provider, invoiceId)?.payment.payment_intent;
  return typeof id === 'string' ? provider.store.paymentIntents.get(id) : undefined;
}

export function invoiceOfIntent(provider: Provider, intentId: string): Stripe.Invoice | undefined {
  const payment = [...provider.store.invoicePayments.values()].find(
    (candidate) => candidate.payment.payment_intent === intentId,
  );
  return typeof payment?.invoice === 'string' ? provider.store.invoices.get(payment.invoice) : undefined;
}

export function confirmationSecretOf(
  provider: Provider,
  invoiceId: string,
): Stripe.Invoice.ConfirmationSecret | null {
  const secret = intentOfInvoice(provider, invoiceId)?.client_secret;
  return secret ? { client_secret: secret, type: 'payment_intent' } : null;
}

export function paymentsOf(provider: Provider, invoiceId: string): object {
  const payment = paymentOf(provider, invoiceId);
  return innerList(payment ? [structuredClone(payment)] : [], '/v1/invoice_payments');
}

export const invoicePaymentRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    params: [...LIST_PARAMS, 'invoice', 'status'],
    answer(call) {
      const payments = [...call.provider.store.invoicePayments.values()].filter(
        (payment) =>
          (textOf(call.params, 'invoice') ?? payment.invoice) === payment.invoice &&
          (textOf(call.params, 'status') ?? payment.status) === payment.status,
      );
      return listAnswer(call, payments, '/v1/invoice_payments');
    },
  },
  {
    method: 'GET',
    path: '/v1/invoice_payments/:id',
    params: [],
    answer: ({ provider, id }) => get(provider.store.invoicePayments, id, 'invoice_payment'),
  },
];
