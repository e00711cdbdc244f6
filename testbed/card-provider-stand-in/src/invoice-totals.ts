/** Calculates an invoice's amounts: the discounts, then the tax of the address, then the customer's balance. */
import type Stripe from 'stripe';
import { amountsDue } from './customer-balance.ts';
import type { DiscountAmount } from './discounts.ts';
import { taxFor, type TaxAddress } from './tax.ts';

interface TotalsFacts {
  customer: Stripe.Customer | undefined;
  address: TaxAddress;
  taxIds: Stripe.Invoice.CustomerTaxId[];
  isTaxed: boolean;
  discounts: DiscountAmount[];
}

type TotalTax = NonNullable<Stripe.Invoice['total_taxes']>[number];

/** Finalization calls this again, because for example the address may have changed. */
export function setTotals(invoice: Stripe.Invoice, facts: TotalsFacts): void {
  const { discounts, isTaxed } = facts;
  const subtotal = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  const discounted = discounts.reduce((left, { amount }) => left - amount, subtotal);
  const tax = isTaxed ? taxFor(facts.address, discounted, facts.taxIds) : undefined;
  const taxes: TotalTax[] = tax
    ? [
        {
          amount: tax.amount,
          tax_behavior: 'exclusive',
          tax_rate_details: { tax_rate: `txr_standin_${String(tax.percent).replace('.', '_')}` },
          taxability_reason: tax.reason,
          taxable_amount: tax.reason === 'standard_rated' ? discounted : 0,
          type: 'tax_rate_details',
        },
      ]
    : [];
  const total = discounted + (tax?.amount ?? 0);
  // An invoice has only one line, which gets all discounts and taxes.
  for (const line of invoice.lines.data)
    Object.assign(line, { discount_amounts: discounts, taxes: structuredClone(taxes) });
  Object.assign(invoice, {
    ...amountsDue(total, facts.customer?.balance ?? 0),
    automatic_tax: {
      disabled_reason: null,
      enabled: isTaxed,
      liability: isTaxed ? { type: 'self' } : null,
      provider: isTaxed ? 'stripe' : null,
      status: !isTaxed ? null : tax ? 'complete' : 'requires_location_inputs',
    },
    customer_address: (facts.address ?? null) as Stripe.Address | null,
    customer_tax_ids: facts.taxIds,
    discounts: discounts.map(({ discount }) => discount),
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_discount_amounts: discounts,
    total_excluding_tax: discounted,
    total_taxes: taxes,
  } satisfies Partial<Stripe.Invoice>);
}
