/** What an invoice costs: its tax follows from the address, and what is due from the customer's balance. */
import type Stripe from 'stripe';
import { amountsDue } from './customer-balance.ts';
import { taxFor, type TaxAddress } from './tax.ts';

interface TotalsFacts {
  customer: Stripe.Customer | undefined;
  address: TaxAddress;
  taxIds: Stripe.Invoice.CustomerTaxId[];
  isTaxed: boolean;
}

type TotalTax = NonNullable<Stripe.Invoice['total_taxes']>[number];

/** Works out a draft, again when it becomes final: until then its customer may move. */
export function setTotals(invoice: Stripe.Invoice, facts: TotalsFacts): void {
  const { isTaxed } = facts;
  const subtotal = invoice.lines.data.reduce((sum, line) => sum + line.amount, 0);
  const tax = isTaxed ? taxFor(facts.address, subtotal, facts.taxIds) : undefined;
  const taxes: TotalTax[] = tax
    ? [
        {
          amount: tax.amount,
          tax_behavior: 'exclusive',
          tax_rate_details: { tax_rate: `txr_standin_${String(tax.percent).replace('.', '_')}` },
          taxability_reason: tax.reason,
          taxable_amount: tax.reason === 'standard_rated' ? subtotal : 0,
          type: 'tax_rate_details',
        },
      ]
    : [];
  const total = subtotal + (tax?.amount ?? 0);
  for (const line of invoice.lines.data) line.taxes = structuredClone(taxes);
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
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: subtotal,
    total_taxes: taxes,
  } satisfies Partial<Stripe.Invoice>);
}
