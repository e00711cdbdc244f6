import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { currentOf } from '@foyer/catalog/billed-subscription';
import { stateOf, subscriptionEnds, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { API_ANSWER_MS, PROVIDER_TRY_MS } from '@foyer/contracts/deadlines';
import { Stripe } from 'stripe';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Problem } from '../../request/problem.ts';
import {
  IN_USE,
  isCode,
  isInvalidRequest,
  isMissing,
  refuseUnknownCard,
  toProblem,
} from './card-provider-errors.ts';
import { punctualHttpClient, timeLeft, withDeadline } from './deadline.ts';

const NETWORK_RETRIES = 2;
/** How soon a call is made again that somebody else is making at the moment. */
const IN_USE_PAUSE_MS = 500;
/** Stripe's default, said aloud: an event whose signature is older is refused. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

export type { Stripe };
export type ProviderSubscription = Stripe.Subscription;

/** How paying an invoice ended, apart from a decline, which is thrown. */
export type PaymentOutcome = 'paid' | 'requires-action';

/** A card that its customer pays with from now on, and whom and where invoices are written to since then. */
export type CustomerCard = {
  methodId: string;
  address: Stripe.Address | null;
  taxIds: readonly Pick<Stripe.TaxId, 'type' | 'value'>[];
};

type QuotedAddress = { country: string; state?: string; postal_code?: string; city?: string };
type Quote = { subtotal: number; tax: number; total: number };

/** How far the payment of an invoice has come, and with which card. */
export type ProviderPayment = {
  status: Stripe.PaymentIntent.Status | undefined;
  methodId: string | undefined;
  failure: { methodId: string | undefined; message: string; declineCode: string } | undefined;
};

/**
 * The one file that speaks to Stripe. Every call that makes something carries an idempotency key, so that a call that
 * is repeated, by us or by a visitor, makes it once. The key stays as long as no answer was heard, and is another one
 * after an answer that is final, an error too: Stripe keeps those for a day (https://docs.stripe.com/api/idempotent_requests).
 * Declines are `CardDeclined`, everything else that fails there is `PaymentUnavailable`.
 */
@Injectable()
export class CardProvider {
  readonly #stripe: Stripe | undefined;
  #proPriceId: string | undefined;

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    if (!env.STRIPE_SECRET_KEY) return;
    const { hostname, port, protocol } = env.STRIPE_API_URL;
    this.#stripe = new Stripe(env.STRIPE_SECRET_KEY, {
      host: hostname,
      ...(port ? { port: Number(port) } : {}),
      protocol: protocol === 'http:' ? 'http' : 'https',
      timeout: PROVIDER_TRY_MS,
      maxNetworkRetries: NETWORK_RETRIES,
      httpClient: punctualHttpClient(),
      telemetry: false,
    });
  }

  /** The customer of a team. One that was made and not heard of, because its answer was an error, is found again. */
  async createCustomer(team: { id: string; name: string }, email: string, key: string): Promise<string> {
    return this.#call(async (stripe) => {
      const { data: namesakes } = await stripe.customers.list({ email, limit: 100 });
      const known = namesakes.find(({ metadata }) => metadata['teamId'] === team.id);
      if (known) return known.id;
      const params = { email, metadata: { teamId: team.id }, description: team.name };
      return (await stripe.customers.create(params, { idempotencyKey: `customer-${key}` })).id;
    });
  }

  /**
   * Exchanges a card token for the payment method that the customer pays with from now on, address included. Whoever
   * calls with the same `key` at once, or after a lost answer, gets the same one; a token is good for one customer.
   */
  async useCard(customerId: string, token: string, tokenHash: string, key = ''): Promise<CustomerCard> {
    return this.#call(async (stripe) => {
      const { card: typed } = await stripe.tokens.retrieve(token).catch(refuseUnknownCard);
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
        // Refused here and not where the subscription is made: that call's key would repeat the answer for a day.
        tax: { validate_location: 'immediately' },
      });
      return { methodId: method.id, address: customer.address ?? null, taxIds: customer.tax_ids?.data ?? [] };
    });
  }

  /** The subscription of an attempt to pay, unpaid at first: the same one for every call with the same key. */
  async openSubscription(customerId: string, attemptId: string, key: string): Promise<Stripe.Subscription> {
    const price = await this.#findProPrice();
    return this.#call((stripe) =>
      stripe.subscriptions.create(
        {
          customer: customerId,
          items: [{ price }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          automatic_tax: { enabled: true },
          metadata: { attemptId },
        },
        { idempotencyKey: `subscription-${key}` },
      ),
    );
  }

  /** Pays an invoice with a card. Throws `CardDeclined`. An invoice that is paid already stays paid once. */
  async payInvoice(invoiceId: string, methodId: string): Promise<PaymentOutcome> {
    try {
      await this.#call((stripe) =>
        stripe.invoices.pay(
          invoiceId,
          { payment_method: methodId, off_session: false },
          { idempotencyKey: `pay-${invoiceId}-${methodId}` },
        ),
      );
      return 'paid';
    } catch (refused) {
      if (isCode(refused, 'invoice_payment_intent_requires_action')) return 'requires-action';
      // No code says that it was paid before (docs/stripe.md); the invoice itself does.
      if (isInvalidRequest(refused) && (await this.#isPaid(invoiceId))) return 'paid';
      throw refused;
    }
  }

  async #isPaid(invoiceId: string): Promise<boolean> {
    const { status } = await this.#call((stripe) => stripe.invoices.retrieve(invoiceId));
    return status === 'paid';
  }

  /** The newest subscription of a customer, with its latest invoice and its card; undefined when there never was one. */
  async findSubscription(customerId: string): Promise<Stripe.Subscription | undefined> {
    const { data } = await this.#call((stripe) =>
      stripe.subscriptions.list({
        customer: customerId,
        status: 'all',
        limit: 10,
        expand: ['data.latest_invoice.confirmation_secret', 'data.default_payment_method'],
      }),
    );
    return currentOf(data);
  }

  /** How far the payment of an invoice has come. */
  async findPayment(invoiceId: string): Promise<ProviderPayment> {
    const { data } = await this.#call((stripe) =>
      stripe.invoicePayments.list({ invoice: invoiceId, expand: ['data.payment.payment_intent'] }),
    );
    const intent = data
      .map(({ payment }) => payment.payment_intent)
      .find((one) => one !== undefined && typeof one !== 'string');
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
   * Makes sure that an invoice is never paid: whatever is on its way to it is refused from now on. False when it has
   * been paid before. Stripe decides between the two (https://docs.stripe.com/api/invoices/void).
   */
  async voidInvoice(invoiceId: string): Promise<boolean> {
    return this.#call(async (stripe) => {
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
   * Cancels with what the team is to be afterwards, or takes it back with `null`, in the way it was made: of the two
   * parameters a call may carry one. The choice stands with the subscription, so that it comes and goes with its end.
   */
  async scheduleCancel(subscription: Stripe.Subscription, endsAs: SubscriptionEnd | null): Promise<void> {
    const isCancelled = endsAs !== null;
    const metadata = { endsAs: endsAs ?? '' };
    const isTimed = subscription.cancel_at !== null && !subscription.cancel_at_period_end;
    await this.#call((stripe) =>
      stripe.subscriptions.update(
        subscription.id,
        !isCancelled && isTimed
          ? { metadata, cancel_at: '' }
          : { metadata, cancel_at_period_end: isCancelled },
      ),
    );
  }

  /** Ends a subscription at once: what it still owes cannot bring it back any more. A job may have ended it just now. */
  async cancel(subscriptionId: string): Promise<void> {
    try {
      await this.#call((stripe) => stripe.subscriptions.cancel(subscriptionId));
    } catch (refused) {
      if (!isMissing(refused)) throw refused;
    }
  }

  /** Whether nothing brings a subscription back to life any more. */
  async hasEnded(subscriptionId: string): Promise<boolean> {
    const { status } = await this.#call((stripe) => stripe.subscriptions.retrieve(subscriptionId));
    return stateOf(status).isFinal;
  }

  /** Gives up what a subscription still asks for: nobody can pay it any more. */
  async voidOpenInvoices(subscriptionId: string): Promise<void> {
    await this.#call(async (stripe) => {
      const open = { subscription: subscriptionId, status: 'open', limit: 100 } as const;
      for (const { id } of (await stripe.invoices.list(open)).data)
        if (id !== undefined) await stripe.invoices.voidInvoice(id, {}, { idempotencyKey: `void-${id}` });
    });
  }

  /**
   * What PRO costs at an address today: an invoice preview, in cents. A tax ID that is not one changes nothing here: it
   * is refused at its field before anything is paid.
   */
  async quote(address: QuotedAddress, taxIds: { type: string; value: string }[]): Promise<Quote> {
    try {
      return await this.#preview(address, taxIds);
    } catch (refused) {
      if (!isCode(refused, 'tax_id_invalid')) throw refused;
      return this.#preview(address, []);
    }
  }

  async #preview(address: QuotedAddress, taxIds: { type: string; value: string }[]): Promise<Quote> {
    const price = await this.#findProPrice();
    const invoice = await this.#call((stripe) =>
      stripe.invoices.createPreview({
        customer_details: {
          address,
          ...(taxIds.length > 0 && { tax_ids: taxIds.map(({ type, value }) => ({ type, value })) }),
        },
        subscription_details: { items: [{ price }] },
        automatic_tax: { enabled: true },
        currency: 'usd',
      }),
    );
    return { subtotal: invoice.subtotal, tax: invoice.total - invoice.subtotal, total: invoice.total };
  }

  /**
   * The event in a webhook's body. Throws for a body that Stripe did not sign, or at another time than now, and for one
   * that is no event.
   */
  readEvent(body: Buffer, signature: string): Stripe.Event {
    for (const [position, secret] of this.env.STRIPE_WEBHOOK_SECRET.entries()) {
      try {
        const event: unknown = Stripe.webhooks.constructEvent(
          body,
          signature,
          secret,
          SIGNATURE_TOLERANCE_SECONDS,
        );
        if (!isOfNow(signature) || !isEvent(event)) throw new Error('what was signed is no event of now');
        return event;
      } catch (error) {
        if (position === this.env.STRIPE_WEBHOOK_SECRET.length - 1) throw error;
      }
    }
    throw new Error('no webhook secret is configured');
  }

  /** Whether calls may name the customer: one that was deleted takes none, and its subscriptions have ended. */
  async hasCustomer(customerId: string): Promise<boolean> {
    try {
      const customer = await this.#call((stripe) => stripe.customers.retrieve(customerId));
      return !customer.deleted;
    } catch (refused) {
      if (isMissing(refused)) return false;
      throw refused;
    }
  }

  /** A customer's tax IDs; none of one that is not there, for it will be made anew. */
  async findTaxIds(customerId: string): Promise<{ type: string; value: string }[]> {
    try {
      return (await this.#call((stripe) => stripe.customers.listTaxIds(customerId))).data;
    } catch (refused) {
      if (isMissing(refused)) return [];
      throw refused;
    }
  }

  /** Any other call, with the same errors. */
  async call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    return this.#call(work);
  }

  async #findProPrice(): Promise<string> {
    this.#proPriceId ??= (
      await this.#call((stripe) =>
        stripe.prices.list({ lookup_keys: [this.env.STRIPE_PRICE_LOOKUP_KEY], active: true }),
      )
    ).data[0]?.id;
    if (this.#proPriceId === undefined) throw new Problem('PaymentUnavailable');
    return this.#proPriceId;
  }

  async #call<T>(work: (stripe: Stripe) => Promise<T>): Promise<T> {
    if (!this.#stripe) throw new Problem('PaymentUnavailable');
    const stripe = this.#stripe;
    // A visitor's call, a payment's work or a job has said how long it may take; for all others it is an answer's time.
    return withDeadline(timeLeft(API_ANSWER_MS), async () => {
      for (;;) {
        try {
          return await work(stripe);
        } catch (error) {
          // An equal call is being made at the moment: what it comes to is our answer, too.
          if (!isCode(error, IN_USE) || timeLeft(0) < 2 * IN_USE_PAUSE_MS) throw toProblem(error);
          await sleep(IN_USE_PAUSE_MS);
        }
      }
    });
  }
}

/** The invoice to pay next, and what the page needs to have it confirmed (3-D Secure). */
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

/** The SDK takes times to come, with which a copy could be sent again later. */
function isOfNow(signature: string): boolean {
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]);
  return signedAt <= Date.now() / 1000 + SIGNATURE_TOLERANCE_SECONDS;
}

/** The SDK takes whatever was signed, `null` too. */
function isEvent(value: unknown): value is Stripe.Event {
  if (!isRecord(value) || typeof value['id'] !== 'string' || typeof value['type'] !== 'string') return false;
  return isRecord(value['data']) && isRecord(value['data']['object']);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What the owner chose when cancelling that the team is afterwards. */
export function chosenEndOf({ metadata }: Stripe.Subscription): SubscriptionEnd | undefined {
  return subscriptionEnds.find((end) => end === metadata['endsAs']);
}

/** What was typed with the card, handed on by us: no document says that Stripe copies it (docs/stripe.md). */
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

function idOf(object: string | { id: string } | null | undefined): string | undefined {
  return typeof object === 'string' ? object : object?.id;
}

function withoutNulls(address: Stripe.Address): Stripe.AddressParam {
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== null));
}
