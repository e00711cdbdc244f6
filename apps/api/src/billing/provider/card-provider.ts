import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentSubscription } from '@foyer/catalog/billed-subscription';
import { PRO_PRICE_LOOKUP_KEY } from '@foyer/catalog/plans';
import { subscriptionEnds, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { QuoteReply, Sum } from '@foyer/contracts/billing/billing';
import { API_ANSWER_MS, PROVIDER_TRY_MS } from '@foyer/contracts/deadlines';
import { Stripe } from 'stripe';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Problem } from '../../request/problem.ts';
import {
  KEY_IN_USE,
  isCode,
  isInvalidRequest,
  isMissing,
  rejectUnknownCard,
  toProblem,
  undefinedIfMissing,
} from './card-provider-errors.ts';
import { decisivePayment } from './invoice-payment.ts';
import { deadlineHttpClient, timeLeft, withDeadline } from './deadline.ts';

const NETWORK_RETRIES = 2;
/** Short, because screens can show the renewal's date without its sum. */
const PREVIEW_MS = 2_000;
const IN_USE_PAUSE_MS = 500;
/** Stripe's default */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export type { Stripe };
export type ProviderSubscription = Stripe.Subscription;

export type PaymentOutcome = 'paid' | 'requires-action';

export type CustomerCard = {
  methodId: string;
  address: Stripe.Address | null;
  taxIds: readonly Pick<Stripe.TaxId, 'type' | 'value'>[];
};

/** Without `taxIds`, the customer's own tax IDs apply. */
type Payer = {
  customerId: string | undefined;
  address: Stripe.AddressParam;
  taxIds: { type: string; value: string }[] | undefined;
};

export type ProviderPayment = {
  status: Stripe.PaymentIntent.Status | undefined;
  methodId: string | undefined;
  failure: { methodId: string | undefined; message: string; declineCode: string } | undefined;
};

function serverAt({ hostname, port, protocol }: URL): Stripe.StripeConfig {
  return {
    host: hostname,
    ...(port ? { port: Number(port) } : {}),
    protocol: protocol === 'http:' ? 'http' : 'https',
  };
}

/**
 * All calls to Stripe go through this class. Methods that create an object send an idempotency key, so that repeated
 * calls create one object. The key of a payment attempt changes after each final answer, even an error, because Stripe
 * replays final answers for a day (https://docs.stripe.com/api/idempotent_requests). Throws `CardDeclined` for
 * declines, and `PaymentUnavailable` for most other failures.
 */
@Injectable()
export class CardProvider {
  readonly #stripe: Stripe | undefined;

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    if (!env.STRIPE_SECRET_KEY) return;
    this.#stripe = new Stripe(env.STRIPE_SECRET_KEY, {
      ...(env.STRIPE_API_URL ? serverAt(env.STRIPE_API_URL) : {}),
      timeout: PROVIDER_TRY_MS,
      maxNetworkRetries: NETWORK_RETRIES,
      httpClient: deadlineHttpClient(),
      telemetry: false,
    });
  }

  /** If an earlier, failed call has created the customer, returns the id of this customer. */
  async createCustomer(team: { id: string; name: string }, email: string, key: string): Promise<string> {
    return this.call(async (stripe) => {
      const { data: namesakes } = await stripe.customers.list({ email, limit: 100 });
      const known = namesakes.find(({ metadata }) => metadata['teamId'] === team.id);
      if (known) return known.id;
      const params = { email, metadata: { teamId: team.id }, description: team.name };
      return (await stripe.customers.create(params, { idempotencyKey: `customer-${key}` })).id;
    });
  }

  /**
   * Repeated calls for the same customer and token get the same payment method. Throws, for example, `CardUnknown`
   * for a token that was used for another customer.
   */
  async useCard(customerId: string, token: string, tokenHash: string, key = ''): Promise<CustomerCard> {
    return this.call(async (stripe) => {
      const { card: typed } = await stripe.tokens.retrieve(token).catch(rejectUnknownCard);
      const method = await stripe.paymentMethods.create(
        { type: 'card', card: { token }, ...(typed && { billing_details: billingDetailsOf(typed) }) },
        { idempotencyKey: `method-${customerId}-${tokenHash}` },
      );
      await stripe.paymentMethods.attach(
        method.id,
        { customer: customerId },
        { idempotencyKey: `attach-${customerId}-${method.id}-${key}` },
      );
      const { address, name } = method.billing_details;
      const customer = await stripe.customers.update(customerId, {
        expand: ['tax_ids'],
        invoice_settings: { default_payment_method: method.id },
        ...(name ? { name } : {}),
        ...(address ? { address: withoutNulls(address) } : {}),
        // If the call that creates the subscription checked the address, Stripe would replay its error for a day.
        tax: { validate_location: 'immediately' },
      });
      return { methodId: method.id, address: customer.address ?? null, taxIds: customer.tax_ids?.data ?? [] };
    });
  }

  async openSubscription(
    customerId: string,
    attemptId: string,
    price: string,
    key: string,
  ): Promise<Stripe.Subscription> {
    return this.call((stripe) =>
      stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          automatic_tax: { enabled: true },
          metadata: { attemptId },
          expand: ['latest_invoice'],
        },
        { idempotencyKey: `subscription-${key}` },
      ),
    );
  }

  /** Pays at most once. Throws `CardDeclined`. */
  async payInvoice(invoiceId: string, methodId: string): Promise<PaymentOutcome> {
    try {
      await this.call((stripe) =>
        stripe.invoices.pay(
          invoiceId,
          { payment_method: methodId, off_session: false },
          { idempotencyKey: `pay-${invoiceId}-${methodId}` },
        ),
      );
      return 'paid';
    } catch (refused) {
      if (isCode(refused, 'invoice_payment_intent_requires_action')) return 'requires-action';
      // No error code shows that the invoice was already paid, so the invoice is read.
      if (isInvalidRequest(refused) && (await this.#isPaid(invoiceId))) return 'paid';
      throw refused;
    }
  }

  async #isPaid(invoiceId: string): Promise<boolean> {
    const { status } = await this.call((stripe) => stripe.invoices.retrieve(invoiceId));
    return status === 'paid';
  }

  async listSubscriptions(customer: string): Promise<Stripe.Subscription[]> {
    return this.call((stripe) =>
      stripe.subscriptions.list({ customer, status: 'all', limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
  }

  /** Returns the current one (`currentSubscription`) of the ten newest subscriptions, or undefined if there is none. */
  async findSubscription(customerId: string): Promise<Stripe.Subscription | undefined> {
    const { data } = await this.call((stripe) =>
      stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 10,
        expand: [
          'data.latest_invoice.confirmation_secret',
          'data.latest_invoice.amount_paid_off_stripe',
          'data.default_payment_method',
        ],
      }),
    );
    return currentSubscription(data);
  }

  /** Finds the newest 100 invoices. The facts about a plan depend only on recent ones (plan-facts.ts). */
  async findInvoices(subscription: string): Promise<Stripe.Invoice[]> {
    return (await this.call((stripe) => stripe.invoices.list({ subscription, limit: 100 }))).data;
  }

  /** Returns the sum in cents, or undefined if the provider gives none within `PREVIEW_MS`. */
  async previewRenewal(subscription: string): Promise<number | undefined> {
    try {
      return await withDeadline(Math.min(PREVIEW_MS, timeLeft(PREVIEW_MS)), async () => {
        const preview = await this.call((stripe) => stripe.invoices.createPreview({ subscription }));
        return preview.amount_due;
      });
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  async findPayment(invoiceId: string): Promise<ProviderPayment> {
    const { data } = await this.call((stripe) =>
      stripe.invoicePayments.list({
        invoice: invoiceId,
        limit: 100,
        expand: ['data.payment.payment_intent'],
      }),
    );
    const intent = decisivePayment(data);
    const failure = intent?.last_payment_error;
    return {
      status: intent?.status,
      methodId: idOf(intent?.payment_method),
      failure: failure
        ? {
            methodId: failure.payment_method?.id,
            message: failure.message ?? '',
            declineCode: failure.decline_code ?? failure.code ?? 'generic_decline',
          }
        : undefined,
    };
  }

  /**
   * Makes payments in flight fail. Returns false if the invoice was paid first
   * (https://docs.stripe.com/api/invoices/void).
   */
  async voidInvoice(invoiceId: string): Promise<boolean> {
    return this.call(async (stripe) => {
      try {
        await stripe.invoices.voidInvoice(invoiceId);
        return true;
      } catch (refused) {
        const { status } = await stripe.invoices.retrieve(invoiceId);
        if (status === 'paid') return false;
        if (status === 'void') return true;
        throw refused;
      }
    });
  }

  /**
   * `null` undoes a cancellation. It resets `cancel_at` or `cancel_at_period_end`, depending on which was set, because
   * one call cannot change both.
   */
  async scheduleCancel(subscription: Stripe.Subscription, endsAs: SubscriptionEnd | null): Promise<void> {
    const isCancelled = endsAs !== null;
    const metadata = { endsAs: endsAs ?? '', isEndedNow: '' };
    const isTimed = subscription.cancel_at !== null && !subscription.cancel_at_period_end;
    await this.call((stripe) =>
      stripe.subscriptions.update(
        subscription.id,
        !isCancelled && isTimed
          ? { metadata, cancel_at: '' }
          : { metadata, cancel_at_period_end: isCancelled },
      ),
    );
  }

  /** Cancels immediately, so that a late payment cannot revive the subscription. Does nothing if it has ended. */
  async cancel(subscriptionId: string): Promise<void> {
    await this.call((stripe) =>
      stripe.subscriptions.cancel(subscriptionId, { prorate: false, invoice_now: false }),
    ).catch(undefinedIfMissing);
  }

  /** If the customer was deleted, returns the sum for a new customer. */
  async quote({ customerId, address, taxIds }: Payer): Promise<QuoteReply> {
    const { id: price, currency } = await this.findProPrice();
    const preview = {
      customer_details: { address, ...(taxIds && taxIds.length > 0 && { tax_ids: taxIds }) },
      subscription_details: { items: [{ price }] },
      automatic_tax: { enabled: true },
      currency,
    };
    const ofCustomer = customerId === undefined ? preview : { ...preview, customer: customerId };
    return this.call(async (stripe) => {
      try {
        return sumsOf(await stripe.invoices.createPreview(ofCustomer));
      } catch (refused) {
        if (customerId === undefined || !isMissing(refused)) throw refused;
        return sumsOf(await stripe.invoices.createPreview(preview));
      }
    });
  }

  /** Throws if the body is not an event that one of the secrets has signed recently. */
  readEvent(body: Buffer, signature: string): Stripe.Event {
    for (const [position, secret] of this.env.STRIPE_WEBHOOK_SECRET.entries()) {
      try {
        const event: unknown = Stripe.webhooks.constructEvent(
          body,
          signature,
          secret,
          SIGNATURE_TOLERANCE_SECONDS,
        );
        if (!isRecent(signature) || !isEvent(event)) throw new Error('what was signed is no event of now');
        return event;
      } catch (error) {
        if (position === this.env.STRIPE_WEBHOOK_SECRET.length - 1) throw error;
      }
    }
    throw new Error('no webhook secret is configured');
  }

  /** Returns undefined for an unknown or deleted customer. A deletion also ends the customer's subscriptions. */
  async findCustomer(customerId: string): Promise<Stripe.Customer | undefined> {
    const found = await this.call((stripe) => stripe.customers.retrieve(customerId)).catch(
      undefinedIfMissing,
    );
    return !found || found.deleted ? undefined : found;
  }

  async findTaxIds(customerId: string): Promise<{ type: string; value: string }[]> {
    const found = await this.call((stripe) => stripe.customers.listTaxIds(customerId)).catch(
      undefinedIfMissing,
    );
    return found?.data ?? [];
  }

  /** Not cached, because the lookup key can move. Throws `PaymentUnavailable` if no price has it. */
  async findProPrice(): Promise<Stripe.Price> {
    const price = await this.findActivePrice();
    if (!price) throw new Problem('PaymentUnavailable');
    return price;
  }

  async findActivePrice(): Promise<Stripe.Price | undefined> {
    const { data } = await this.call((stripe) =>
      stripe.prices.list({ lookup_keys: [PRO_PRICE_LOOKUP_KEY], active: true }),
    );
    return data[0];
  }

  /** Runs calls under a deadline and converts their errors. Other files use it for calls that have no method here. */
  async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.#stripe) throw new Problem('PaymentUnavailable');
    const stripe = this.#stripe;
    return withDeadline(timeLeft(API_ANSWER_MS), async () => {
      for (;;) {
        try {
          return await work(stripe);
        } catch (error) {
          if (!isCode(error, KEY_IN_USE) || timeLeft(0) < 2 * IN_USE_PAUSE_MS) throw toProblem(error);
          await sleep(IN_USE_PAUSE_MS);
        }
      }
    });
  }
}

/** The page needs the client secret for 3-D Secure. */
export function latestInvoiceOf({ latest_invoice: invoice }: Stripe.Subscription): {
  id: string | undefined;
  status: Stripe.Invoice.Status | undefined;
  clientSecret: string | undefined;
} {
  if (typeof invoice === 'string') return { id: invoice, status: undefined, clientSecret: undefined };
  return {
    id: invoice?.id,
    status: invoice?.status ?? undefined,
    clientSecret: invoice?.confirmation_secret?.client_secret,
  };
}

export function sumsOf(invoice: Stripe.Invoice): QuoteReply {
  const { subtotal, total, amount_due: due, currency } = invoice;
  const discount = (invoice.total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0);
  return { subtotal, discount, tax: total - subtotal + discount, balance: due - total, total: due, currency };
}

export function sumDueOf({ latest_invoice: invoice }: Stripe.Subscription): Sum | undefined {
  if (typeof invoice !== 'object' || !invoice) return undefined;
  return { cents: invoice.amount_due, currency: invoice.currency };
}

/** The SDK also accepts a signature that is too far in the future, which could be replayed for too long. */
function isRecent(signature: string): boolean {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  return signedAt <= Date.now() / 1000 + SIGNATURE_TOLERANCE_SECONDS;
}

/** The SDK accepts any signed JSON, even `null`. */
function isEvent(value: unknown): value is Stripe.Event {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['type'] !== 'string') return false;
  return isRecord(value['data']) && isRecord(value['data']['object']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function chosenEndOf({ metadata }: Stripe.Subscription): SubscriptionEnd | undefined {
  return subscriptionEnds.find((end) => end === metadata['endsAs']);
}

export function immediateEndMetadata(endsAs: SubscriptionEnd): Record<string, string> {
  return { endsAs, isEndedNow: 'yes' };
}

export function isEndedImmediately({ metadata }: Stripe.Subscription): boolean {
  return metadata['isEndedNow'] === 'yes';
}

/** The billing details are sent again with the card, because Stripe does not document that it copies them. */
function billingDetailsOf(card: Stripe.Card): Stripe.PaymentMethodCreateParams.BillingDetails {
  const { name, address_city, address_country, address_line1, address_line2, address_state, address_zip } =
    card;
  const address = {
    city: address_city,
    country: address_country,
    line1: address_line1,
    line2: address_line2,
    postal_code: address_zip,
    state: address_state,
  };
  return { ...(name ? { name } : {}), address: withoutNulls(address) };
}

type Reference = string | { id: string };

export function idOf(object: Reference): string;
export function idOf(object: Reference | null | undefined): string | undefined;
export function idOf(object: Reference | null | undefined): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

function withoutNulls(address: Stripe.Address): Stripe.AddressParam {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null));
}
