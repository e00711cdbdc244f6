import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { initialTaxSettings } from './tax-settings.ts';
import type { CardBehaviour } from './cards.ts';
import { noSuch } from './stripe-error.ts';

/** Data of a card that Stripe never returns. */
export interface SimulatedCard {
  behaviour: CardBehaviour;
  isSetUp: boolean;
}

export class Store {
  readonly tokens = new Map<string, Stripe.Token>();
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>();
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly invoicePayments = new Map<string, Stripe.InvoicePayment>();
  readonly paymentIntents = new Map<string, Stripe.PaymentIntent>();
  /** The period that begins when a paused subscription resumes, by the ID of the invoice that resumes it. */
  readonly resumptions = new Map<string, { item: Stripe.SubscriptionItem; isOnSuccess: boolean }>();
  readonly balanceTransactions = new Map<string, Stripe.CustomerBalanceTransaction>();
  readonly taxIds = new Map<string, Stripe.TaxId>();
  readonly setupIntents = new Map<string, Stripe.SetupIntent>();
  readonly charges = new Map<string, Stripe.Charge>();
  readonly coupons = new Map<string, Stripe.Coupon>();
  readonly discounts = new Map<string, Stripe.Discount>();
  taxSettings = initialTaxSettings();
  readonly webhookEndpoints = new Map<string, Stripe.WebhookEndpoint>();
  readonly portalConfigurations = new Map<string, Stripe.BillingPortal.Configuration>();
  readonly refunds = new Map<string, Stripe.Refund>();
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events = new Map<string, Stripe.Event>();
  /** Keyed by the id of a token's card or of a payment method. */
  readonly secrets = new Map<string, SimulatedCard>();
  /** Part of each ID. Callers keep IDs after the stand-in restarts, so it must not give an old ID to a new object. */
  readonly #run = `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`;
  #count = 0;

  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#run}${String(this.#count).padStart(6, '0')}`;
  }

  find(id: string): object | undefined {
    for (const kind of [
      this.customers,
      this.paymentMethods,
      this.products,
      this.prices,
      this.subscriptions,
      this.invoices,
      this.paymentIntents,
      this.setupIntents,
      this.charges,
      this.coupons,
      this.discounts,
      this.refunds,
      this.disputes,
    ] as Map<string, object>[]) {
      const found = kind.get(id);
      if (found) return found;
    }
    return undefined;
  }
}

export function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}

/** `param` is the parameter with the id, or `id` if the id is in the path. */
export function get<T>(map: Map<string, T>, id: string, kind: string, param = 'id'): T {
  const found = map.get(id);
  if (found === undefined) throw noSuch(kind, id, param);
  return found;
}

/** Returns the id in a field. Stripe's types also allow the object, but the store keeps ids. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
