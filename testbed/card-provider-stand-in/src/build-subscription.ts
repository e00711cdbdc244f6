import type Stripe from 'stripe';
import { mergeMetadata, objectOf, textOf, type Params } from './form.ts';
import { innerList } from './list.ts';
import { periodEnd } from './month.ts';
import { decimal } from './prices.ts';
import type { Provider } from './provider.ts';
import { idOf, nowInSeconds } from './store.ts';

export interface SubscriptionFacts {
  customer: Stripe.Customer;
  price: Stripe.Price;
  quantity: number;
  ownMethod: string | null;
  isTaxed: boolean;
  params: Params;
}

export function buildSubscription(provider: Provider, facts: SubscriptionFacts): Stripe.Subscription {
  const { store } = provider;
  const { price, params } = facts;
  const id = store.newId('sub');
  const now = nowInSeconds();
  const settings = objectOf(params, 'payment_settings') ?? {};
  const item: Stripe.SubscriptionItem = {
    id: store.newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_end: periodEnd(now, now),
    current_period_start: now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: structuredClone(price),
    quantity: facts.quantity,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: facts.isTaxed,
      liability: facts.isTaxed ? { type: 'self' } : null,
    },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer: facts.customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: facts.ownMethod,
    default_source: null,
    default_tax_rates: [],
    description: textOf(params, 'description') ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: innerList([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: mergeMetadata({}, params),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: textOf(settings, 'save_default_payment_method') ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: 'incomplete',
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

/** Builds the `plan` of a subscription item, Stripe's legacy form of a price. */
function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimal(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: 'month',
    interval_count: 1,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: price.nickname,
    product: idOf(price.product as string) ?? null,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}

export function itemOf(subscription: Stripe.Subscription): Stripe.SubscriptionItem {
  return subscription.items.data[0]!;
}
