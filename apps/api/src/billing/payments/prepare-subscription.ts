import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { SubscriptionsService } from '../plans/subscriptions.service.ts';
import type { CardProvider, CustomerCard, ProviderSubscription, Stripe } from '../provider/card-provider.ts';

/**
 * A finalized invoice keeps its price, address and tax IDs (https://docs.stripe.com/api/invoices/object). So an
 * existing subscription that awaits its first payment stays only if these fit the buyer. If not, it is ended and
 * replaced. Returns `'paid'` if the existing subscription was paid meanwhile.
 */
export async function prepareSubscription(
  { provider, subscriptions }: { provider: CardProvider; subscriptions: SubscriptionsService },
  card: CustomerCard,
  { id, key }: { id: string; key: string },
  customerId: string,
  existing: ProviderSubscription | undefined,
): Promise<ProviderSubscription | 'paid'> {
  const { id: price } = await provider.findProPrice();
  const { isFinal, awaitsFirstPayment } = subscriptionStateOf(existing?.status);
  if (existing && awaitsFirstPayment) {
    if (findReusableInvoice({ ...card, price }, existing)) return existing;
    if (!(await subscriptions.endFirstPayment(customerId, existing))) return 'paid';
  }
  // An unpaid or paused subscription is ended first, so that a late payment cannot revive it beside the new one.
  else if (existing && !isFinal && (await subscriptions.endReplaced(existing)) === 'paid') return 'paid';
  // With the attempt's key alone, Stripe would return the replaced subscription again.
  const ownKey = existing ? `${key}-after-${existing.id}` : key;
  return provider.openSubscription(customerId, id, price, ownKey);
}

type Buyer = Pick<CustomerCard, 'taxIds'> & { address: Place; price: string };

export function findReusableInvoice(
  buyer: Buyer,
  { status, items, latest_invoice: invoice }: ProviderSubscription,
): Stripe.Invoice | undefined {
  if (
    !subscriptionStateOf(status).awaitsFirstPayment ||
    typeof invoice !== 'object' ||
    invoice?.status !== 'open'
  )
    return undefined;
  const fits =
    items.data[0]?.price.id === buyer.price &&
    addressKey(invoice.customer_address) === addressKey(buyer.address) &&
    namesOf(invoice.customer_tax_ids) === namesOf(buyer.taxIds);
  return fits ? invoice : undefined;
}

type Place = { [Part in keyof Stripe.Address]?: string | null } | null;

/** In the United States, even the street affects the tax. */
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
