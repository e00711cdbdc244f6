import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { ReceiptReply } from '@foyer/contracts/billing/billing';
import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import type { ProviderSubscription } from '../provider/card-provider.ts';
import { amountCharged, renewsOn } from '../plans/plan-facts.ts';

const TODAY_MS = 86_400_000;

export function todaysReceiptOf(subscription: ProviderSubscription, at: Date): ReceiptReply | undefined {
  const receipt = receiptOf(subscription);
  return receipt && at.getTime() - Date.parse(receipt.paidAt) <= TODAY_MS ? receipt : undefined;
}

function receiptOf(subscription: ProviderSubscription): ReceiptReply | undefined {
  const { latest_invoice: invoice, status } = subscription;
  if (!subscriptionStateOf(status).isRunning || typeof invoice !== 'object' || !invoice) return undefined;
  const charged = amountCharged(invoice);
  const paidAt = invoice.status_transitions.paid_at;
  if (charged === undefined || paidAt === null) return undefined;
  const card = charged.card > 0 ? cardThatPaid(subscription, paidAt) : undefined;
  const { subtotal, total, currency } = invoice;
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return {
    paidAt: toIso(paidAt),
    currency,
    subtotal,
    discount,
    tax: total - subtotal + discount,
    total,
    charged,
    ...(card && { card }),
    nextBillingDate: renewsOn(subscription)?.toISOString() ?? '',
    invoiceUrl: invoice.hosted_invoice_url ?? '',
  };
}

/** Omits the invoice's URL, because anyone with this URL can open the invoice (decision 45). */
export function mailedReceiptOf(subscription: ProviderSubscription): MailedReceipt | undefined {
  const receipt = receiptOf(subscription);
  if (!receipt) return undefined;
  const { invoiceUrl: _url, ...mailed } = receipt;
  return mailed;
}

/** Returns undefined if the subscription's card was created after the payment. */
function cardThatPaid({ default_payment_method: method }: ProviderSubscription, paidAt: number) {
  if (typeof method !== 'object' || !method?.card || method.created > paidAt) return undefined;
  const { brand, last4 } = method.card;
  return { brand, last4 };
}

function toIso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
