import type Stripe from 'stripe';
import { applyBalance } from './customer-balance.ts';
import { discountAmounts, removeUsed } from './discounts.ts';
import { getCustomer } from './find-customer.ts';
import { setTotals } from './invoice-totals.ts';
import { innerList } from './list.ts';
import { decimal } from './prices.ts';
import type { Provider } from './provider.ts';
import { idOf, nowInSeconds } from './store.ts';
import { invoicedTaxIds } from './tax-ids.ts';
import type { TaxAddress } from './tax.ts';

export type InvoiceReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export interface InvoiceFacts {
  id: string;
  reason: InvoiceReason | 'upcoming';
  price: Stripe.Price;
  quantity: number;
  period: { start: number; end: number };
  customer: Stripe.Customer | undefined;
  address: TaxAddress;
  isTaxed: boolean;
  taxIds?: Stripe.Invoice.CustomerTaxId[] | undefined;
  subscription: { id: string; itemId: string; metadata: Stripe.Metadata } | undefined;
  defaultPaymentMethod: string | null;
}

export function buildInvoice(provider: Provider, facts: InvoiceFacts): Stripe.Invoice {
  const { customer, price, subscription } = facts;
  const now = nowInSeconds();
  const subtotal = (price.unit_amount ?? 0) * facts.quantity;
  const invoice: Stripe.Invoice = {
    id: facts.id,
    object: 'invoice',
    account_country: 'US',
    account_name: 'Card provider stand-in',
    account_tax_ids: null,
    amount_due: 0,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: 0,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    // A renewal's invoice is collected automatically. Any other invoice is paid by the call that creates it or by the
    // customer.
    auto_advance: facts.reason === 'subscription_cycle' || facts.reason === 'upcoming',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: facts.reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    custom_fields: null,
    customer: customer?.id ?? null,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: facts.defaultPaymentMethod,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: null,
    ending_balance: null,
    footer: null,
    from_invoice: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: innerList(
      [
        {
          id: `il_${facts.id}`,
          object: 'line_item',
          amount: subtotal,
          currency: price.currency,
          description: `${facts.quantity} × ${productName(provider, price)} (at $${(subtotal / 100).toFixed(2)} / month)`,
          discount_amounts: [],
          discountable: true,
          discounts: [],
          invoice: facts.id,
          livemode: false,
          metadata: subscription?.metadata ?? {},
          parent: {
            invoice_item_details: null,
            subscription_item_details: {
              invoice_item: null,
              proration: false,
              proration_details: null,
              subscription: subscription?.id ?? null,
              subscription_item: subscription?.itemId ?? '',
            },
            type: 'subscription_item_details',
          },
          period: facts.period,
          pretax_credit_amounts: [],
          pricing: {
            price_details: { price: price.id, product: idOf(price.product as string) ?? '' },
            type: 'price_details',
            unit_amount_decimal: decimal(price.unit_amount ?? 0),
          },
          quantity: facts.quantity,
          quantity_decimal: decimal(facts.quantity),
          subscription: subscription?.id ?? null,
          subtotal,
          taxes: [],
        },
      ] satisfies Stripe.InvoiceLineItem[],
      `/v1/invoices/${facts.id}/lines`,
    ),
    livemode: false,
    metadata: {},
    next_payment_attempt: null,
    number: null,
    on_behalf_of: null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: 'subscription_details',
        }
      : null,
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    // As at Stripe, the invoice's period ends where the paid period begins. The invoice line has the paid period.
    period_end: facts.period.start,
    period_start: facts.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: 'draft',
    status_transitions: {
      finalized_at: null,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal,
    subtotal_excluding_tax: subtotal,
    test_clock: null,
    total: subtotal,
    total_discount_amounts: [],
    total_excluding_tax: subtotal,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: null,
  };
  if (customer) Object.assign(invoice, billedTo(customer));
  const { address, isTaxed } = facts;
  const taxIds = facts.taxIds ?? (customer ? invoicedTaxIds(provider, customer.id) : []);
  const subscribed = provider.store.subscriptions.get(subscription?.id ?? '');
  const discounts = discountAmounts(provider, subtotal, facts.period.start, customer, subscribed);
  setTotals(invoice, { customer, address, discounts, isTaxed, taxIds });
  return invoice;
}

function billedTo(customer: Stripe.Customer): Partial<Stripe.Invoice> {
  return {
    custom_fields: customer.invoice_settings.custom_fields,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_tax_exempt: customer.tax_exempt ?? 'none',
  };
}

export function makeFinal(provider: Provider, invoice: Stripe.Invoice): void {
  const now = nowInSeconds();
  const customer = getCustomer(provider, idOf(invoice.customer) ?? '');
  const pageUrl = `${provider.url}/i/${invoice.id}`;
  Object.assign(invoice, {
    ...billedTo(customer),
    automatically_finalizes_at: null,
    effective_at: now,
    hosted_invoice_url: pageUrl,
    invoice_pdf: `${pageUrl}/pdf`,
    number: nextNumber(customer),
    status: 'open',
    status_transitions: { ...invoice.status_transitions, finalized_at: now },
  } satisfies Partial<Stripe.Invoice>);
  const subscription = provider.store.subscriptions.get(
    idOf(invoice.parent?.subscription_details?.subscription) ?? '',
  );
  const discounts = discountAmounts(provider, invoice.subtotal, invoice.period_start, customer, subscription);
  setTotals(invoice, {
    customer,
    address: customer.address,
    discounts,
    isTaxed: invoice.automatic_tax.enabled,
    taxIds: invoicedTaxIds(provider, customer.id),
  });
  removeUsed(provider, discounts, customer, subscription);
  applyBalance(provider, invoice, customer);
}

function productName(provider: Provider, price: Stripe.Price): string {
  return provider.store.products.get(idOf(price.product as string) ?? '')?.name ?? 'Subscription';
}

function nextNumber(customer: Stripe.Customer): string {
  const sequence = customer.next_invoice_sequence ?? 1;
  customer.next_invoice_sequence = sequence + 1;
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}
