import { setTimeout as sleep } from 'node:timers/promises';
import { CARDS } from '@foyer/card-provider-stand-in/test-provider';
import { signUp } from '../test-accounts.ts';
import type { TestApi, Visitor } from '../test-api.ts';
import { TestBilling } from '../test-billing.ts';
import { GOOD_PASSWORD } from '../test-bodies.ts';

export const EMAIL = 'ada@example.com';

/** The portal sends this response while the outcome of a payment is unknown. */
export const PENDING = { pending: true };
export const ONE = { customers: 1, running: 1, charges: 1 };

/** Ada pays through two replicas. A test can delay or drop the card provider's responses. No webhook arrives. */
export class TestPaying {
  readonly billing: TestBilling;
  readonly ada: Visitor;
  readonly adaThere: Visitor;

  private constructor(billing: TestBilling, ada: Visitor, adaThere: Visitor) {
    this.billing = billing;
    this.ada = ada;
    this.adaThere = adaThere;
  }

  static async begin(billing: TestBilling): Promise<TestPaying> {
    await billing.empty();
    const ada = await signUp(billing.api, EMAIL);
    const adaThere = await logIn(billing.replica, EMAIL);
    billing.provider.control.clearCalls();
    return new TestPaying(billing, ada, adaThere);
  }

  payWith(token: string, visitor = this.ada, email = EMAIL) {
    return visitor.post('/upgrade-plan', { email, token }).then((reply) => reply);
  }

  async pay(number: string, visitor = this.ada, email = EMAIL) {
    return this.payWith(await this.billing.tokenFor(number), visitor, email);
  }

  ask(body: object = {}) {
    return this.adaThere.post('/upgrade-plan/confirmation', body).then((reply) => reply);
  }

  async isPending(): Promise<boolean> {
    return ((await this.adaThere.get('/upgrade-plan')).body as { isPending: boolean }).isPending;
  }

  made() {
    const { customers, subscriptions, charges } = this.billing.provider.control.counters();
    return { customers, running: subscriptions.byStatus['active'] ?? 0, charges: charges.succeeded };
  }

  async untilItHasCome(method: string, path: RegExp): Promise<void> {
    const calls = () => this.billing.provider.control.calls();
    while (!calls().some((call) => call.method === method && path.test(call.path))) await sleep(5);
  }

  holdBack(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.billing.provider.control.addFault({ kind: 'late', method: 'POST', path, until: () => promise });
    return resolve;
  }

  /** Resolves when the provider has received the call that pays. The response to this call waits for `letGo`. */
  async beginToPay() {
    const letGo = this.holdBack('/v1/invoices');
    const payment = this.pay(CARDS.ok);
    await this.untilItHasCome('POST', /\/pay$/);
    return { payment, letGo };
  }

  /**
   * With `drop`, the card is charged, but the response is lost. With `error`, the card is not charged. In both cases,
   * the provider's later GET calls fail, so the outcome stays unknown.
   */
  async payUnheard(kind: 'drop' | 'error', token: string) {
    const { control } = this.billing.provider;
    control.addFault({ kind, count: 6, method: 'POST', path: '/v1/invoices', status: 500 });
    const reply = this.payWith(token);
    await this.untilItHasCome('POST', /\/pay$/);
    control.addFault({ kind: 'error', count: 999, method: 'GET', status: 500 });
    return reply;
  }
}

async function logIn(api: TestApi, email: string): Promise<Visitor> {
  const visitor = await api.visit();
  await visitor.post('/login', { email, password: GOOD_PASSWORD });
  await visitor.refreshCsrfToken();
  return visitor;
}
