import type Stripe from 'stripe';
import { emit } from './events.ts';
import type { Provider, Route } from './provider.ts';
import { objectOf, textOf } from './form.ts';
import { LIST_PARAMS, innerList, listAnswer, readRoute } from './list.ts';
import { nowInSeconds } from './store.ts';

export function linkPayment(provider: Provider, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  addPayment(provider, invoice, {
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
  });
}

function addPayment(
  provider: Provider,
  invoice: Stripe.Invoice,
  kind: Pick<Stripe.InvoicePayment, 'is_default' | 'payment'>,
): Stripe.InvoicePayment {
  const { store } = provider;
  const payment: Stripe.InvoicePayment = {
    id: store.newId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: invoice.amount_remaining,
    created: nowInSeconds(),
    currency: invoice.currency,
    invoice: invoice.id,
    livemode: false,
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
    ...kind,
  };
  store.invoicePayments.set(payment.id, payment);
  return payment;
}

function allPaymentsOf(provider: Provider, invoiceId: string): Stripe.InvoicePayment[] {
  return [...provider.store.invoicePayments.values()]
    .filter((payment) => payment.invoice === invoiceId)
    .reverse();
}

function paymentOf(provider: Provider, invoiceId: string): Stripe.InvoicePayment | undefined {
  return allPaymentsOf(provider, invoiceId).find((payment) => payment.is_default);
}

export function recordPayment(provider: Provider, invoice: Stripe.Invoice): void {
  const payment = paymentOf(provider, invoice.id);
  if (payment) settle(payment, invoice);
}

export function recordPart(provider: Provider, invoice: Stripe.Invoice, intent: Stripe.PaymentIntent): void {
  const payment = { type: 'payment_intent', payment_intent: intent.id } as const;
  Object.assign(addPayment(provider, invoice, { is_default: false, payment }), {
    amount_paid: intent.amount,
    amount_requested: intent.amount,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: nowInSeconds() },
  });
}

export function recordOutsidePayment(provider: Provider, invoice: Stripe.Invoice): void {
  cancelPayment(provider, invoice.id, 'automatic');
  const paymentRecord = provider.store.newId('prec');
  const payment = { type: 'payment_record', payment_record: paymentRecord } as const;
  settle(addPayment(provider, invoice, { is_default: false, payment }), invoice);
}

function settle(payment: Stripe.InvoicePayment, invoice: Stripe.Invoice): void {
  Object.assign(payment, {
    amount_paid: invoice.amount_remaining,
    status: 'paid',
    status_transitions: { canceled_at: null, paid_at: nowInSeconds() },
  });
}

export function cancelPayment(
  provider: Provider,
  invoiceId: string,
  reason: 'automatic' | 'void_invoice',
): void {
  const intent = intentOfInvoice(provider, invoiceId);
  if (!intent || intent.status === 'succeeded') return;
  const now = nowInSeconds();
  Object.assign(paymentOf(provider, invoiceId) ?? {}, {
    status: 'canceled',
    status_transitions: { canceled_at: now, paid_at: null },
  });
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: now,
    cancellation_reason: reason,
    next_action: null,
  });
  emit(provider, 'payment_intent.canceled', intent);
}

export function paidOutside(provider: Provider, invoiceId: string): number {
  return allPaymentsOf(provider, invoiceId)
    .filter(({ payment }) => payment.type === 'payment_record')
    .reduce((sum, payment) => sum + (payment.amount_paid ?? 0), 0);
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
  return innerList(structuredClone(allPaymentsOf(provider, invoiceId)), '/v1/invoice_payments');
}

export const invoicePaymentRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/invoice_payments',
    params: [...LIST_PARAMS, 'invoice', 'payment', 'status'],
    answer(call) {
      const named = objectOf(call.params, 'payment') ?? {};
      const payments = [...call.provider.store.invoicePayments.values()].filter(
        (payment) =>
          (textOf(call.params, 'invoice') ?? payment.invoice) === payment.invoice &&
          (textOf(named, 'type') ?? payment.payment.type) === payment.payment.type &&
          (textOf(named, 'payment_intent') ?? payment.payment.payment_intent) ===
            payment.payment.payment_intent &&
          (textOf(call.params, 'status') ?? payment.status) === payment.status,
      );
      return listAnswer(call, payments, '/v1/invoice_payments');
    },
  },
  readRoute('invoicePayments', 'invoice_payment'),
];
