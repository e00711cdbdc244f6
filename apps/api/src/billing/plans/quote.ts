import { Inject, Injectable } from '@nestjs/common';
import { taxIdKindsOf } from '@foyer/catalog/tax-ids';
import type { QuoteBody, QuoteReply } from '@foyer/contracts/billing/billing';
import { PrismaClient } from '@foyer/db/client';
import type { Session } from '../../identity/session.service.ts';
import { isCode } from '../provider/card-provider-errors.ts';
import { CardProvider, sumsOf, type Stripe } from '../provider/card-provider.ts';
import { openInvoiceFor } from '../payments/first-invoice.ts';

type TaxIds = { type: string; value: string }[];
type Customer = { id: string; hasOpenPurchase: boolean };

/** What PRO costs a team today: the sum that stands on the button, and that goes with the card. */
@Injectable()
export class QuoteService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
  ) {}

  /**
   * At an address, with the team's credit and discounts, and with the tax ID that the page names, or, if it says nothing of
   * one, with the stored ones. An invalid one counts as none: its field rejects it before anything is paid.
   */
  async quote(session: Session, body: QuoteBody): Promise<QuoteReply> {
    const { tax_id_type: type = '', tax_id: value } = body;
    const address = addressOf(body);
    const customer = await this.#findOwnCustomer(session);
    const isOfCountry = taxIdKindsOf(body.country_code).some((kind) => kind.type === type);
    if (value === undefined || (value !== '' && isOfCountry))
      try {
        return await this.#quoteFor(customer, address, value === undefined ? undefined : [{ type, value }]);
      } catch (refused) {
        if (!isCode(refused, 'tax_id_invalid')) throw refused;
      }
    // A preview for a customer cannot leave out the tax IDs that it has.
    const hasTaxIds = customer && (await this.provider.findTaxIds(customer.id)).length > 0;
    return this.#quoteFor(hasTaxIds ? undefined : customer, address, []);
  }

  async #quoteFor(
    customer: Customer | undefined,
    address: Stripe.AddressParam,
    taxIds: TaxIds | undefined,
  ): Promise<QuoteReply> {
    const open = customer?.hasOpenPurchase && (await this.#findOpenInvoice(customer.id, address, taxIds));
    return open ? sumsOf(open) : this.provider.quote({ customerId: customer?.id, address, taxIds });
  }

  /** The invoice that the last card did not pay, and the next one will. It holds the credit, which a preview has not then. */
  async #findOpenInvoice(customerId: string, address: Stripe.AddressParam, taxIds: TaxIds | undefined) {
    const existing = await this.provider.findSubscription(customerId);
    if (!existing) return undefined;
    const { id: price } = await this.provider.findProPrice();
    const kept = taxIds ?? (await this.provider.findTaxIds(customerId));
    return openInvoiceFor({ address, taxIds: kept, price }, existing);
  }

  async #findOwnCustomer({ teamId, userId }: Session): Promise<Customer | undefined> {
    const found = await this.prisma.subscription.findFirst({
      where: { teamId, team: { ownerId: userId } },
      select: {
        stripeCustomerId: true,
        team: { select: { paymentAttempts: { where: { status: 'open' }, select: { id: true } } } },
      },
    });
    return found
      ? { id: found.stripeCustomerId, hasOpenPurchase: found.team.paymentAttempts.length > 0 }
      : undefined;
  }
}

function addressOf(body: QuoteBody): Stripe.AddressParam {
  const { country_code: country, state_code: state, postal_code, city, line1, line2 } = body;
  const typed = Object.entries({ state, postal_code, city, line1, line2 }).filter(([, text]) => text !== '');
  return { country, ...Object.fromEntries(typed) };
}
