import { Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import {
  CardProvider,
  type CustomerCard,
  type ProviderSubscription,
  type Stripe,
} from '../provider/card-provider.ts';
import type { ClaimedAttempt } from './attempts.service.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

/**
 * The unpaid subscription whose first invoice a card is to pay. An invoice keeps the price, address and tax IDs, and so the
 * tax, with which it was finalised (https://docs.stripe.com/api/invoices/object): one written for another card or price
 * would charge another sum than the page showed.
 */
@Injectable()
export class FirstInvoiceService {
  constructor(
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionsService,
  ) {}

  /**
   * Uses the existing subscription if it suits this card, or else ends it and opens another. `'paid'` if it was paid
   * meanwhile.
   */
  async openFor(
    card: CustomerCard,
    { id, key }: ClaimedAttempt,
    customerId: string,
    existing: ProviderSubscription | undefined,
  ): Promise<ProviderSubscription | 'paid'> {
    const { id: price } = await this.provider.findProPrice();
    const { isFinal, awaitsFirstPayment } = stateOf(existing?.status);
    if (existing && awaitsFirstPayment) {
      if (openInvoiceFor({ ...card, price }, existing)) return existing;
      if (!(await this.subscriptions.endFirstPayment(customerId, existing))) return 'paid';
    }
    // The owner starts over, and paying the old invoice must not revive it beside the new one.
    else if (existing && !isFinal && (await this.subscriptions.endReplaced(existing)) === 'paid')
      return 'paid';
    // All who replace the same subscription use one key; the attempt's own key would return the ended one.
    const ownKey = existing ? `${key}-after-${existing.id}` : key;
    return this.provider.openSubscription(customerId, id, price, ownKey);
  }
}

type Buyer = Pick<CustomerCard, 'taxIds'> & { address: Place; price: string };

/** The open invoice of a first payment, if it would be written the same way now. */
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

/** All of it: in the United States the tax depends on the street, too. */
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
