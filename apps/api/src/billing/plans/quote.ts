import { taxIdKindsOf } from '@foyer/catalog/tax-ids';
import type { QuoteBody, QuoteReply } from '@foyer/contracts/billing/billing';
import { findReusableInvoice } from '../payments/prepare-subscription.ts';
import { sumsOf, type CardProvider, type Stripe } from '../provider/card-provider.ts';
import { isCode } from '../provider/card-provider-errors.ts';

type TaxIds = { type: string; value: string }[];
type Customer = { id: string; hasOpenPurchase: boolean };

/**
 * The tax depends on the address and the tax ID from the page. If `tax_id` is missing, the stored tax IDs apply. An
 * invalid tax ID counts as none, because the form rejects it before the payment.
 */
export async function quotePro(
  provider: CardProvider,
  customer: Customer | undefined,
  body: QuoteBody,
): Promise<QuoteReply> {
  const { tax_id_type: type = '', tax_id: value } = body;
  const address = addressOf(body);
  const isOfCountry = taxIdKindsOf(body.country_code).some((kind) => kind.type === type);
  if (value === undefined || (value !== '' && isOfCountry))
    try {
      return await quoteFor(provider, customer, address, value === undefined ? undefined : [{ type, value }]);
    } catch (refused) {
      if (!isCode(refused, 'tax_id_invalid')) throw refused;
    }
  // A preview for a customer always uses the stored tax IDs, so a quote without tax IDs must leave out the customer.
  const hasTaxIds = customer && (await provider.findTaxIds(customer.id)).length > 0;
  return quoteFor(provider, hasTaxIds ? undefined : customer, address, []);
}

async function quoteFor(
  provider: CardProvider,
  customer: Customer | undefined,
  address: Stripe.AddressParam,
  taxIds: TaxIds | undefined,
): Promise<QuoteReply> {
  const open = customer?.hasOpenPurchase && (await findOpenInvoice(provider, customer.id, address, taxIds));
  return open ? sumsOf(open) : provider.quote({ customerId: customer?.id, address, taxIds });
}

/**
 * If an invoice is open, the next payment pays it. This invoice has already used the customer's credit, so a preview
 * would not subtract the credit.
 */
async function findOpenInvoice(
  provider: CardProvider,
  customerId: string,
  address: Stripe.AddressParam,
  taxIds: TaxIds | undefined,
) {
  const existing = await provider.findSubscription(customerId);
  if (!existing) return undefined;
  const { id: price } = await provider.findProPrice();
  const kept = taxIds ?? (await provider.findTaxIds(customerId));
  return findReusableInvoice({ address, taxIds: kept, price }, existing);
}

function addressOf(body: QuoteBody): Stripe.AddressParam {
  const { country_code: country, state_code: state, postal_code, city, line1, line2 } = body;
  const typed = Object.entries({ state, postal_code, city, line1, line2 }).filter(([, text]) => text !== '');
  return { country, ...Object.fromEntries(typed) };
}
