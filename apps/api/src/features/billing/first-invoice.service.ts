import { Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import {
  CardProvider,
  latestInvoiceOf,
  type CustomerCard,
  type ProviderSubscription,
} from './card-provider.ts';
import type { ClaimedAttempt } from './payment-attempts.service.ts';
import { PaymentReconciliationService } from './payment-reconciliation.service.ts';

/**
 * The unpaid subscription whose first invoice a card is to pay. An invoice keeps the address and tax IDs, and so the
 * tax, with which it was finalised (https://docs.stripe.com/api/invoices/object): one written for another card would
 * charge another sum than the page showed.
 */
@Injectable()
export class FirstInvoiceService {
  constructor(
    private readonly provider: CardProvider,
    private readonly reconciliation: PaymentReconciliationService,
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
    const { isEnded, isFinal, awaitsFirstPayment } = stateOf(existing?.status);
    if (existing && awaitsFirstPayment) {
      if (latestInvoiceOf(existing).status === 'open' && isWrittenFor(card, existing)) return existing;
      if (!(await this.reconciliation.end(customerId, existing))) return 'paid';
    }
    // The owner starts over, and paying the old invoice must not revive it beside the new one.
    if (existing && isEnded && !isFinal) await this.provider.cancel(existing.id);
    // All who replace the same subscription use one key; the attempt's own key would return the ended one.
    return this.provider.openSubscription(customerId, id, existing ? `${key}-after-${existing.id}` : key);
  }
}

function isWrittenFor(card: CustomerCard, { latest_invoice: invoice }: ProviderSubscription): boolean {
  if (typeof invoice !== 'object' || !invoice) return false;
  return (
    addressKey(invoice.customer_address) === addressKey(card.address) &&
    namesOf(invoice.customer_tax_ids) === namesOf(card.taxIds)
  );
}

type Place = { country?: string | null; state?: string | null; postal_code?: string | null };

function addressKey(place: Place | null): string {
  const parts = [place?.country, place?.state, place?.postal_code];
  return parts.map((part) => (part ?? '').trim().toUpperCase()).join('|');
}

function namesOf(taxIds: readonly { type: string; value: string | null }[] | null | undefined): string {
  return (taxIds ?? [])
    .map(({ type, value }) => `${type}:${value ?? ''}`)
    .sort()
    .join();
}
