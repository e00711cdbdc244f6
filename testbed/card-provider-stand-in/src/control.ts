/** Lets specs and developers trigger events that at Stripe depend on time, banks or chance. */
import type Stripe from 'stripe';
import { initialTaxSettings, pendingTaxSettings } from './tax-settings.ts';
import type { LoggedCall } from './call-log.ts';
import type { CardBehaviour } from './cards.ts';
import { attempt, authenticate, defaultMethodOf, payPart, settle, type Attempt } from './collect.ts';
import { redeem } from './discounts.ts';
import { closeDispute, openDispute } from './disputes.ts';
import type { Fault } from './faults.ts';
import { getCustomer } from './find-customer.ts';
import { intentOfInvoice } from './invoice-payments.ts';
import { periodEnd } from './month.ts';
import { pauseSubscription, type PauseReason } from './pause.ts';
import { secretOf } from './payment-methods.ts';
import { emit } from './events.ts';
import { replacePrice } from './prices.ts';
import type { Provider } from './provider.ts';
import { failRefund } from './refunds.ts';
import { authenticateSetup } from './setup-intents.ts';
import { get, idOf, nowInSeconds } from './store.ts';
import { invalidRequest } from './stripe-error.ts';
import {
  changeSubscription,
  endSubscription,
  expireSubscription,
  hasEnded,
  markUncollectible,
  scheduleEnd,
  stopCollection,
  subscriptionOf,
  voidInvoice,
} from './subscription-state.ts';
import { addInvoice, collectInvoice, finalizeInvoice } from './bill-subscription.ts';
import { itemOf } from './build-subscription.ts';
import type { Delivery, Signature, WebhookTarget } from './webhooks.ts';

export interface Counters {
  /** Calls with the secret key, by route: `{'POST /v1/customers': 1}`. */
  calls: Record<string, number>;
  pageCalls: Record<string, number>;
  callCount: number;
  replayCount: number;
  customers: number;
  paymentMethods: number;
  subscriptions: { total: number; byStatus: Record<string, number> };
  invoices: { total: number; paid: number };
  charges: { succeeded: number; failed: number; amount: number };
  events: number;
}

export interface DeliverOptions {
  /** The number of copies of each event, sent at the same time. */
  times?: number;
  delayMs?: number;
  signature?: Signature;
  isConcurrent?: boolean;
}

export class Control {
  readonly #provider: Provider;
  readonly #resetState: () => Promise<void>;

  constructor(provider: Provider, resetState: () => Promise<void>) {
    this.#provider = provider;
    this.#resetState = resetState;
  }

  /** Resets everything except the keys and the webhook target. */
  reset(): Promise<void> {
    return this.#resetState();
  }

  /**
   * Acts as if the period had ended. The subscription renews, or ends if its end is scheduled for this time or earlier.
   * If the new invoice is collected automatically, it is charged immediately, or after the draft time if one is set.
   */
  renew(subscriptionId: string): Stripe.Subscription {
    const subscription = this.#runningSubscription(subscriptionId);
    if (subscription.status === 'paused') throw invalidRequest('A paused subscription does not renew.');
    const item = itemOf(subscription);
    // In the stand-in, `cancel_at_period_end` also sets `cancel_at`.
    if ((subscription.cancel_at ?? Infinity) <= item.current_period_end) {
      endSubscription(this.#provider, subscription);
      return subscription;
    }
    const renewed = {
      ...item,
      current_period_start: item.current_period_end,
      current_period_end: periodEnd(subscription.billing_cycle_anchor, item.current_period_end),
    };
    const items = { ...subscription.items, data: [renewed] };
    const invoice = addInvoice(this.#provider, subscription, 'subscription_cycle', renewed);
    const pause = this.#pauseOf(subscription, renewed.current_period_start);
    changeSubscription(this.#provider, subscription, {
      items,
      latest_invoice: invoice.id,
      pause_collection: pause,
    });
    const { draftSeconds } = this.#provider;
    // The invoice of an unpaid subscription, or of one with paused collection, is not collected automatically.
    invoice.auto_advance = subscription.status !== 'unpaid' && pause === null;
    if (invoice.auto_advance) invoice.automatically_finalizes_at = nowInSeconds() + draftSeconds;
    emit(this.#provider, 'invoice.created', invoice);
    if (pause !== null && pause.behavior !== 'keep_as_draft') {
      finalizeInvoice(this.#provider, invoice);
      if (pause.behavior === 'void') voidInvoice(this.#provider, invoice);
      else markUncollectible(this.#provider, invoice);
    }
    if (draftSeconds === 0) this.endDraftTime(subscriptionId);
    return subscription;
  }

  #pauseOf(
    { pause_collection: pause }: Stripe.Subscription,
    at: number,
  ): Stripe.Subscription.PauseCollection | null {
    return (pause?.resumes_at ?? Infinity) <= at ? null : pause;
  }

  pause(subscriptionId: string, reason: PauseReason = 'pause_requested'): Stripe.Subscription {
    const subscription = this.#runningSubscription(subscriptionId);
    pauseSubscription(this.#provider, subscription, reason);
    return subscription;
  }

  /**
   * Sets the time for which a renewal's invoice stays a draft, at Stripe about an hour. The invoice announces this
   * time, but only `endDraftTime` ends it. 0, the default, ends it immediately.
   */
  setDraftTime(seconds: number): void {
    this.#provider.draftSeconds = seconds;
  }

  endDraftTime(subscriptionId: string): void {
    const subscription = get(this.#provider.store.subscriptions, subscriptionId, 'subscription');
    for (const invoice of this.#provider.store.invoices.values()) {
      if (invoice.status !== 'draft' || !invoice.auto_advance) continue;
      if (subscriptionOf(this.#provider, invoice) !== subscription) continue;
      finalizeInvoice(this.#provider, invoice);
      collectInvoice(this.#provider, invoice);
    }
  }

  /** Schedules the end by `cancel_at`, like the customer portal in flexible billing mode. */
  cancelAtPeriodEnd(subscriptionId: string): Stripe.Subscription {
    const subscription = this.#runningSubscription(subscriptionId);
    scheduleEnd(this.#provider, subscription, itemOf(subscription).current_period_end);
    return subscription;
  }

  retryPayment(subscriptionId: string): Attempt {
    const subscription = this.#runningSubscription(subscriptionId);
    const invoice = get(this.#provider.store.invoices, idOf(subscription.latest_invoice) ?? '', 'invoice');
    const intent = intentOfInvoice(this.#provider, invoice.id);
    const methodId = defaultMethodOf(this.#provider, invoice);
    if (invoice.status !== 'open' || !invoice.auto_advance || !intent || methodId === undefined) {
      throw invalidRequest('There is no open invoice with automatic collection, or no card to pay it.');
    }
    return attempt(this.#provider, intent, methodId, { isOffSession: true });
  }

  /**
   * Ends the subscription now, by default like Stripe after the last retry. `invoiceAs`: the state of the unpaid
   * invoice, which at Stripe depends on the account's settings.
   */
  end(
    subscriptionId: string,
    reason: 'cancellation_requested' | 'payment_failed' = 'payment_failed',
    invoiceAs: 'open' | 'uncollectible' = 'open',
  ): Stripe.Subscription {
    const subscription = this.#runningSubscription(subscriptionId);
    endSubscription(this.#provider, subscription, reason);
    this.#leaveInvoice(subscription, invoiceAs);
    return subscription;
  }

  /**
   * Stops collection and leaves the subscription unpaid, as Stripe does after the last retry with one of its settings.
   */
  unpay(subscriptionId: string, invoiceAs: 'open' | 'uncollectible' = 'open'): Stripe.Subscription {
    const subscription = this.#runningSubscription(subscriptionId);
    stopCollection(this.#provider, subscription);
    this.#leaveInvoice(subscription, invoiceAs);
    changeSubscription(this.#provider, subscription, { status: 'unpaid' });
    return subscription;
  }

  #leaveInvoice(subscription: Stripe.Subscription, as: 'open' | 'uncollectible'): void {
    const invoice = this.#provider.store.invoices.get(idOf(subscription.latest_invoice) ?? '');
    if (invoice?.status === 'open' && as === 'uncollectible') markUncollectible(this.#provider, invoice);
  }

  /** Expires an incomplete subscription, like Stripe 23 hours after an incomplete first payment. */
  expire(subscriptionId: string): Stripe.Subscription {
    const subscription = this.#runningSubscription(subscriptionId);
    if (subscription.status !== 'incomplete')
      throw invalidRequest('Only an incomplete subscription expires.');
    expireSubscription(this.#provider, subscription);
    return subscription;
  }

  #runningSubscription(id: string): Stripe.Subscription {
    const subscription = get(this.#provider.store.subscriptions, id, 'subscription');
    if (hasEnded(subscription)) throw invalidRequest(`The subscription is ${subscription.status} already.`);
    return subscription;
  }

  replacePrice({ unitAmount }: { unitAmount: number }): Stripe.Price {
    return replacePrice(this.#provider.store, unitAmount);
  }

  setTaxSettings({ status }: { status: 'active' | 'pending' }): void {
    this.#provider.store.taxSettings = status === 'active' ? initialTaxSettings() : pendingTaxSettings();
  }

  discount(customerId: string, couponId: string): Stripe.Discount {
    const customer = getCustomer(this.#provider, customerId);
    customer.discount = redeem(this.#provider, couponId, customerId);
    return customer.discount;
  }

  setCard(paymentMethodId: string, behaviour: CardBehaviour): void {
    secretOf(this.#provider, paymentMethodId).behaviour = behaviour;
  }

  dispute(invoiceId: string, reason?: string): Stripe.Dispute {
    const { store } = this.#provider;
    const intent = intentOfInvoice(this.#provider, get(store.invoices, invoiceId, 'invoice').id);
    const charge = get(store.charges, idOf(intent?.latest_charge) ?? '', 'charge');
    return openDispute(this.#provider, charge, reason);
  }

  closeDispute(disputeId: string, status: 'won' | 'lost'): void {
    closeDispute(this.#provider, get(this.#provider.store.disputes, disputeId, 'dispute'), status);
  }

  failRefund(refundId: string): void {
    failRefund(this.#provider, get(this.#provider.store.refunds, refundId, 'refund'));
  }

  authenticate(intentId: string, outcome: 'passed' | 'failed'): Stripe.PaymentIntent | Stripe.SetupIntent {
    if (intentId.startsWith('seti_')) {
      const setup = get(this.#provider.store.setupIntents, intentId, 'setupintent');
      authenticateSetup(this.#provider, setup, outcome === 'passed');
      return setup;
    }
    const intent = get(this.#provider.store.paymentIntents, intentId, 'payment_intent');
    authenticate(this.#provider, intent, outcome === 'passed');
    return intent;
  }

  settle(intentId: string, outcome: 'succeeded' | 'failed'): Stripe.PaymentIntent {
    const intent = get(this.#provider.store.paymentIntents, intentId, 'payment_intent');
    settle(this.#provider, intent, outcome === 'succeeded');
    return intent;
  }

  /** `amount` is in cents. */
  payPart(invoiceId: string, amount: number): Stripe.Invoice {
    const invoice = get(this.#provider.store.invoices, invoiceId, 'invoice');
    payPart(this.#provider, invoice, amount);
    return invoice;
  }

  events(type?: string): Stripe.Event[] {
    const events = [...this.#provider.store.events.values()];
    return type === undefined ? events : events.filter((event) => event.type === type);
  }

  /** Delivers events in the given order, even events that were delivered before. */
  async deliver(eventIds: string[], options: DeliverOptions = {}): Promise<Delivery[]> {
    const events = eventIds.map((id) => get(this.#provider.store.events, id, 'event'));
    const sendOne = async (event: Stripe.Event): Promise<Delivery[]> => {
      if (options.delayMs) await new Promise((resolve) => setTimeout(resolve, options.delayMs));
      const copies = Array.from({ length: options.times ?? 1 }, () =>
        this.#provider.webhooks.deliver(event, options.signature ?? 'valid'),
      );
      return Promise.all(copies);
    };
    if (options.isConcurrent) return (await Promise.all(events.map(sendOne))).flat();
    const deliveries: Delivery[] = [];
    for (const event of events) deliveries.push(...(await sendOne(event)));
    return deliveries;
  }

  deliveries(): readonly Delivery[] {
    return this.#provider.webhooks.deliveries;
  }

  webhooksSettled(): Promise<void> {
    return this.#provider.webhooks.settled();
  }

  setWebhook(target: WebhookTarget): void {
    this.#provider.webhooks.setTarget(target);
  }

  /** Makes idempotency keys older, because they expire after a day. */
  ageIdempotencyKeys(hours: number): void {
    this.#provider.idempotency.age(hours);
  }

  addFault(fault: Fault): void {
    this.#provider.faults.add(fault);
  }

  clearFaults(): void {
    this.#provider.faults.clear();
  }

  calls(): readonly LoggedCall[] {
    return this.#provider.calls.all();
  }

  clearCalls(): void {
    this.#provider.calls.clear();
  }

  counters(): Counters {
    const { store, calls } = this.#provider;
    const byStatus: Record<string, number> = {};
    for (const { status } of store.subscriptions.values()) byStatus[status] = (byStatus[status] ?? 0) + 1;
    const charges = [...store.charges.values()];
    const succeeded = charges.filter((charge) => charge.status === 'succeeded');
    const invoices = [...store.invoices.values()];
    return {
      calls: calls.counts(false),
      pageCalls: calls.counts(true),
      callCount: calls.all().filter((call) => !call.isFromPage).length,
      replayCount: calls.all().filter((call) => call.isReplayed).length,
      customers: [...store.customers.values()].filter((customer) => !customer.deleted).length,
      paymentMethods: store.paymentMethods.size,
      subscriptions: { total: store.subscriptions.size, byStatus },
      invoices: {
        total: invoices.length,
        paid: invoices.filter((invoice) => invoice.status === 'paid').length,
      },
      charges: {
        succeeded: succeeded.length,
        failed: charges.length - succeeded.length,
        amount: succeeded.reduce((total, charge) => total + charge.amount, 0),
      },
      events: store.events.size,
    };
  }
}
