import { setTimeout as sleep } from 'node:timers/promises';
import { startCardProvider, type CardProvider } from '@foyer/card-provider-stand-in/start-card-provider';
import { CARDS, sdkFor } from '@foyer/card-provider-stand-in/test-provider';
import type { Mail } from '@foyer/mail/mail-kinds';
import type { Stripe } from 'stripe';
import { TestApi, type Visitor } from './test-api.ts';

export const PRO_SIGN_UP = { plan: 'pro', form_type: 'FREEMIUM_SUCCESS_PRO' };

type Address = Pick<
  Stripe.TokenCreateParams.Card,
  'address_line1' | 'address_city' | 'address_state' | 'address_zip' | 'address_country'
>;

/** An address with tax, at which PRO costs $216.66. */
export const NEW_YORK: Address = {
  address_line1: '1 Main St',
  address_city: 'New York',
  address_state: 'NY',
  address_zip: '10001',
  address_country: 'US',
};

export function environmentFor(provider: CardProvider): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: provider.secretKey,
    STRIPE_WEBHOOK_SECRET: provider.webhookSecret,
    STRIPE_API_URL: provider.url,
    STRIPE_PUBLISHABLE_KEY: provider.publishableKey,
  };
}

export class TestBilling {
  readonly provider: CardProvider;
  readonly stripe: Stripe;
  readonly api: TestApi;
  readonly replica: TestApi;

  private constructor(provider: CardProvider, api: TestApi, replica: TestApi) {
    this.provider = provider;
    this.stripe = sdkFor(provider);
    this.api = api;
    this.replica = replica;
  }

  /** With one replica, `replica` is the same object as `api`. `changes` are environment variables. */
  static async start({ replicas = 1, changes = {} } = {}): Promise<TestBilling> {
    const provider = await startCardProvider({ webhookRetryDelaysMs: [50, 100, 200] });
    const environment = { ...environmentFor(provider), ...changes };
    const api = await TestApi.start(environment);
    return new TestBilling(provider, api, replicas > 1 ? await TestApi.start(environment) : api);
  }

  async stop(): Promise<void> {
    await this.api.stop();
    if (this.replica !== this.api) await this.replica.stop();
    await this.provider.stop();
  }

  /** Also holds back webhooks, because calls and jobs must work without them. */
  async empty(): Promise<void> {
    await this.api.empty();
    await this.provider.control.reset();
    this.#setWebhook(true);
  }

  deliverEvents(): void {
    this.#setWebhook(false);
  }

  #setWebhook(isHeld: boolean): void {
    this.provider.control.setWebhook({ url: `${this.api.url}/webhooks/stripe`, isHeld });
  }

  async tokenFor(number: string, address: Address = NEW_YORK): Promise<string> {
    const card = { number, exp_month: '12', exp_year: '2040', cvc: '123', name: 'Ada Lovelace' };
    return (await this.stripe.tokens.create({ card: { ...card, ...address } })).id;
  }

  async pay(visitor: Visitor, email: string, number: string = CARDS.ok, address = NEW_YORK) {
    return visitor.post('/upgrade-plan', { email, token: await this.tokenFor(number, address) });
  }

  async beginToPay(visitor: Visitor, email: string, path: string) {
    this.provider.control.clearCalls();
    const reply = this.pay(visitor, email);
    const hasCome = () =>
      this.provider.control.calls().some((call) => call.method === 'POST' && call.path.startsWith(path));
    while (!hasCome()) await sleep(5);
    return { reply };
  }

  made(): [customers: number, subscriptions: number, charges: number] {
    const { customers, subscriptions, charges } = this.provider.control.counters();
    return [customers, subscriptions.total, charges.succeeded];
  }

  team(email: string) {
    return this.api.prisma.team.findFirstOrThrow({
      where: { members: { some: { email } } },
      select: { id: true, plan: true, hasIncompleteBilling: true, subscription: true },
    });
  }

  async mailsOf(kind: Mail['kind']): Promise<Mail[]> {
    return (await this.api.queuedMails()).filter((mail) => mail.kind === kind);
  }

  async waitUntilIdle(): Promise<void> {
    await this.provider.control.webhooksSettled();
    await this.api.queuedMails();
  }

  async row() {
    const { stripeSubscriptionId, ...rest } = await this.api.prisma.subscription.findFirstOrThrow();
    return { ...rest, stripeSubscriptionId: stripeSubscriptionId ?? '' };
  }
}

export function intentIn(reply: { body: unknown }): string {
  return (reply.body as { clientSecret: string }).clientSecret.split('_secret')[0] ?? '';
}
