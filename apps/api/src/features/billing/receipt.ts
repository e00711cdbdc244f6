import { stateOf } from '@foyer/catalog/subscription-states';
import type { ReceiptReply } from '@foyer/contracts/billing';
import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import type { ProviderSubscription } from './card-provider.ts';

/** "Charged today" is shown for a day; later the payment is among the invoices. */
const TODAY_MS = 86_400_000;

/** The receipt of a payment within the day before `at`. */
export function todaysReceiptOf(subscription: ProviderSubscription, at: Date): ReceiptReply | undefined {
  const receipt = receiptOf(subscription);
  return receipt && at.getTime() - Date.parse(receipt.paidAt) <= TODAY_MS ? receipt : undefined;
}

/** A running subscription's last payment; undefined if its latest invoice is unpaid. */
function receiptOf(subscription: ProviderSubscription): ReceiptReply | undefined {
  const { latest_invoice: invoice, items, status } = subscription;
  if (!stateOf(status).isRunning || typeof invoice !== 'object' || invoice?.status !== 'paid')
    return undefined;
  const periodEnd = items.data[0]?.current_period_end;
  const paidAt = invoice.status_transitions.paid_at;
  if (periodEnd === undefined || paidAt === null) return undefined;
  const card = cardThatPaid(subscription, paidAt);
  return {
    paidAt: toIso(paidAt),
    subtotal: invoice.subtotal,
    tax: invoice.total - invoice.subtotal,
    total: invoice.total,
    ...(card && { card }),
    nextBillingDate: toIso(periodEnd),
    invoiceUrl: invoice.hosted_invoice_url ?? '',
  };
}

/** The receipt in a mail, whose links lead to the portal only (docs/architecture.md 7). */
export function mailedReceiptOf(subscription: ProviderSubscription): MailedReceipt | undefined {
  const receipt = receiptOf(subscription);
  if (!receipt) return undefined;
  const { paidAt: _at, invoiceUrl: _url, ...mailed } = receipt;
  return mailed;
}

/** The subscription's card: the one that paid, unless it was replaced since. */
function cardThatPaid({ default_payment_method: method }: ProviderSubscription, paidAt: number) {
  if (typeof method !== 'object' || !method?.card || method.created > paidAt) return undefined;
  const { brand, last4 } = method.card;
  return { brand, last4 };
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
