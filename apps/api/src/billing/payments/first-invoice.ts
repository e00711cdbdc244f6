import { stateOf } from '@foyer/catalog/subscription-states';
import type { SubscriptionsService } from '../plans/subscriptions.service.ts';
import type { CardProvider, CustomerCard, ProviderSubscription, Stripe } from '../provider/card-provider.ts';

/**
 * Returns the unpaid subscription whose first invoice a card is about to pay. Keeps the existing subscription if it suits the
 * card; otherwise ends it and opens another. Returns `'paid'` if it was paid meanwhile. An invoice keeps the price, address and
 * tax IDs that it was finalized with (https://docs.stripe.com/api/invoices/object). An invoice for another card or price would
 * therefore charge a different sum from the one on the page. `key`: the attempt's idempotency key.
 */
export async function openFirstInvoice(
  { provider, subscriptions }: { provider: CardProvider; subscriptions: SubscriptionsService },
  card: CustomerCard,
  { id, key }: { id: string; key: string },
  customerId: string,
  existing: ProviderSubscription | undefined,
): Promise<ProviderSubscription | 'paid'> {
  const { id: price } = await provider.findProPrice();
  const { isFinal, awaitsFirstPayment } = stateOf(existing?.status);
  if (existing && awaitsFirstPayment) {
    if (openInvoiceFor({ ...card, price }, existing)) return existing;
    if (!(await subscriptions.endFirstPayment(customerId, existing))) return 'paid';
  }
  // The owner starts over. Paying the old invoice must not revive it beside the new one.
  else if (existing && !isFinal && (await subscriptions.endReplaced(existing)) === 'paid') return 'paid';
  // All calls that replace the same subscription share a key. The attempt's own key would return the ended one.
  const ownKey = existing ? `${key}-after-${existing.id}` : key;
  return provider.openSubscription(customerId, id, price, ownKey);
}

type Buyer = Pick<CustomerCard, 'taxIds'> & { address: Place; price: string };

/** Returns the open invoice of a first payment, if a new one would have the same content. */
export function openInvoiceFor(
  buyer: Buyer,
  { status, items, latest_invoice: invoice }: ProviderSubscription,
): Stripe.Invoice | undefined {
  if (!stateOf(status).awaitsFirstPayment || typeof invoice !== 'object' || invoice?.status !== 'open')
    return undefined;
  const fits =
    items.data[0]?.price.id === buyer.price &&
    addressKey(invoice.customer_address) === addressKey(buyer.address) &&
    namesOf(invoice.customer_tax_ids) === namesOf(buyer.taxIds);
  return fits ? invoice : undefined;
}

type Place = { [Part in keyof Stripe.Address]?: string | null } | null;

/** Returns the whole address, because in the United States the tax depends on the street, too. */
function addressKey(place: Place): string {
  const parts = [place?.country, place?.state, place?.postal_code, place?.city, place?.line1, place?.line2];
  return parts.map((part) => (part ?? '').trim().toUpperCase()).join('|');
}

function namesOf(taxIds: readonly { type: string; value: string | null }[] | null | undefined): string {
  return (taxIds ?? [])
    .map(({ type, value }) => `${type}:${value ?? ''}`)
    .sort()
    .join();
}
