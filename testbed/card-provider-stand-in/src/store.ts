import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { initialTaxSettings } from './tax-settings.ts';
import type { CardBehaviour } from './cards.ts';
import { noSuch } from './stripe-error.ts';

/** What Stripe knows of a card and never tells. */
export interface CardSecret {
  behaviour: CardBehaviour;
  /** 3-D Secure was passed with it, for payments to come. */
  isSetUp: boolean;
}

/** Everything the stand-in remembers. A restart or a reset forgets it. */
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
  /** By the id of the invoice that resumes a paused subscription: the period that begins then. */
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
  /** By the id of a token's card or of a payment method. */
  readonly secrets = new Map<string, CardSecret>();
  /** Callers remember ids for longer than the stand-in runs: what it forgot must not come back as another object. */
  readonly #run = `${Date.now().toString(36)}${randomBytes(3).toString('hex')}`;
  #count = 0;

  /** Ids tell their kind, never repeat, and sort by age. */
  newId(prefix: string): string {
    this.#count += 1;
    return `${prefix}_${this.#run}${String(this.#count).padStart(6, '0')}`;
  }

  /** Of the kinds that an answer may be expanded with. */
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

/** Gets an object or refuses as Stripe does; `param` is the parameter that names it, `id` for the address. */
export function get<T>(map: Map<string, T>, id: string, kind: string, param = 'id'): T {
  const found = map.get(id);
  if (found === undefined) throw noSuch(kind, id, param);
  return found;
}

/** The id in a field that may hold the object itself in Stripe's types. The store keeps ids. */
export function idOf(reference: string | { id: string } | null | undefined): string | undefined {
  return typeof reference === 'string' ? reference : reference?.id;
}
