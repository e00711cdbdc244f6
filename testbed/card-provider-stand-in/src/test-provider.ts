import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeEach, jest } from '@jest/globals';
import Stripe from 'stripe';
import { readBody } from './api-call.ts';
import { PRO_PRICE } from './prices.ts';
import { startCardProvider, type CardProvider } from './start-card-provider.ts';

export async function startForSpecs(): Promise<{ provider: CardProvider; stripe: Stripe }> {
  const provider = await startCardProvider();
  afterAll(() => provider.stop());
  beforeEach(() => provider.control.reset());
  return { provider, stripe: sdkFor(provider) };
}

/** The fields of `ids` are set again before each test. */
export async function startWithCustomer() {
  const { provider, stripe } = await startForSpecs();
  const ids = { customer: '', method: '' };
  beforeEach(async () => {
    const { customer, method } = await customerWithCard(stripe, CARDS.ok);
    Object.assign(ids, { customer: customer.id, method: method.id });
  });
  return { provider, stripe, ids };
}

export async function startWithSubscription() {
  const { provider, stripe, ids: ofCustomer } = await startWithCustomer();
  const ids = Object.assign(ofCustomer, { subscription: '' });
  beforeEach(async () => {
    ids.subscription = (await subscribe(stripe, ids.customer)).id;
  });
  const status = async () => (await stripe.subscriptions.retrieve(ids.subscription)).status;
  const list = async () => (await stripe.invoices.list({ subscription: ids.subscription })).data;
  const invoices = async () => (await list()).map((invoice) => invoice.status);
  const latest = async () => (await list())[0]!;
  return { provider, stripe, ids, status, invoices, latest };
}

export function sdkFor(provider: CardProvider, options: object = {}): Stripe {
  return new Stripe(provider.secretKey, {
    host: '127.0.0.1',
    port: provider.port,
    protocol: 'http',
    telemetry: false,
    maxNetworkRetries: 0,
    ...options,
  });
}

/**
 * Makes the SDK retry immediately until the end of the calling spec file. By default, it waits half a second or more.
 */
export function skipRetryPauses(): void {
  jest.spyOn(Stripe.prototype, 'getInitialNetworkRetryDelay').mockReturnValue(0.01);
}

export const CARDS = {
  ok: '4242424242424242',
  declined: '4000000000000002',
  insufficientFunds: '4000000000009995',
  expired: '4000000000000069',
  incorrectCvc: '4000000000000127',
  failsLater: '4000000000000341',
  asksBank: '4000002500003155',
  disputes: '4000000000000259',
} as const;

export async function errorOf(promise: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await promise;
  } catch (error) {
    return error as Stripe.errors.StripeError;
  }
  throw new Error('an error was expected');
}

export async function customerWithCard(
  stripe: Stripe,
  number: string,
): Promise<{ customer: Stripe.Customer; method: Stripe.PaymentMethod }> {
  const customer = await stripe.customers.create({
    email: 'ada@example.test',
    name: 'Ada Lovelace',
    address: { line1: '1 Main St', city: 'New York', state: 'NY', postal_code: '10001', country: 'US' },
  });
  const method = await attachCard(stripe, customer.id, number);
  await stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: method.id } });
  return { customer, method };
}

/** Adds a card to a customer as the portal does for a purchase: through a token and a payment method. */
export async function attachCard(
  stripe: Stripe,
  customerId: string,
  number: string,
): Promise<Stripe.PaymentMethod> {
  const token = await stripe.tokens.create({
    card: { number, exp_month: '12', exp_year: '2040', cvc: '123' },
  });
  const method = await stripe.paymentMethods.create({ type: 'card', card: { token: token.id } });
  return stripe.paymentMethods.attach(method.id, { customer: customerId });
}

export function subscribe(
  stripe: Stripe,
  customerId: string,
  params: Partial<Stripe.SubscriptionCreateParams> = {},
  options: Stripe.RequestOptions = {},
): Promise<Stripe.Subscription> {
  return stripe.subscriptions.create(
    {
      customer: customerId,
      items: [{ price: PRO_PRICE.id }],
      expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'],
      ...params,
    },
    options,
  );
}

export interface Received {
  body: string;
  signature: string | undefined;
}

export class WebhookReceiver {
  readonly received: Received[] = [];
  status: (count: number) => number = () => 200;
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      void readBody(request).then((body) => {
        const signature = request.headers['stripe-signature'];
        this.received.push({ body, signature: typeof signature === 'string' ? signature : undefined });
        response.writeHead(this.status(this.received.length)).end();
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const receiver = new WebhookReceiver();
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `http://127.0.0.1:${address.port}/webhooks/stripe`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}
