import type Stripe from 'stripe';
import { emit } from './events.ts';
import { mergeMetadata, numberOf, objectsOf, requireOneOf, textOf, type Params } from './form.ts';
import { listRoute, readRoute } from './list.ts';
import { addMonths } from './month.ts';
import type { Provider, Route } from './provider.ts';
import { get, idOf, nowInSeconds } from './store.ts';
import { invalidRequest, missingParam, noSuch } from './stripe-error.ts';

function createCoupon(provider: Provider, params: Params): Stripe.Coupon {
  requireOneOf(params, 'duration', ['forever', 'once', 'repeating']);
  const [amountOff, percentOff] = [numberOf(params, 'amount_off'), numberOf(params, 'percent_off')];
  if ((amountOff === undefined) === (percentOff === undefined))
    throw invalidRequest('You must pass one of percent_off and amount_off.');
  if (amountOff !== undefined && textOf(params, 'currency') !== 'usd') throw missingParam('currency');
  const duration = textOf(params, 'duration') ?? 'once';
  const months = numberOf(params, 'duration_in_months') ?? null;
  if ((duration === 'repeating') !== (months !== null)) throw missingParam('duration_in_months');
  const coupon: Stripe.Coupon = {
    id: textOf(params, 'id') ?? provider.store.newId('coupon'),
    object: 'coupon',
    amount_off: amountOff ?? null,
    created: nowInSeconds(),
    currency: amountOff === undefined ? null : 'usd',
    duration,
    duration_in_months: months,
    livemode: false,
    max_redemptions: null,
    metadata: mergeMetadata({}, params),
    name: textOf(params, 'name') ?? null,
    percent_off: percentOff ?? null,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
  provider.store.coupons.set(coupon.id, coupon);
  return coupon;
}

export function redeem(
  provider: Provider,
  couponId: string,
  customerId: string,
  subscriptionId: string | null = null,
): Stripe.Discount {
  const coupon = get(provider.store.coupons, couponId, 'coupon', 'coupon');
  if (!coupon.valid) throw noSuch('coupon', couponId, 'coupon');
  const now = nowInSeconds();
  const discount: Stripe.Discount = {
    id: provider.store.newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: customerId,
    customer_account: null,
    end: coupon.duration_in_months === null ? null : addMonths(now, coupon.duration_in_months),
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { type: 'coupon', coupon: coupon.id },
    start: now,
    subscription: subscriptionId,
    subscription_item: null,
  };
  coupon.times_redeemed += 1;
  provider.store.discounts.set(discount.id, discount);
  emit(provider, 'customer.discount.created', discount);
  return discount;
}

export function discountsIn(provider: Provider, params: Params, subscription: Stripe.Subscription): string[] {
  return objectsOf(params, 'discounts').map((entry) => {
    const coupon = textOf(entry, 'coupon');
    if (coupon) return redeem(provider, coupon, idOf(subscription.customer) ?? '', subscription.id).id;
    return get(provider.store.discounts, textOf(entry, 'discount') ?? '', 'discount', 'discounts').id;
  });
}

/** A subscription's own discounts replace the customer's discount. */
function discountsFor(
  provider: Provider,
  customer: Stripe.Customer | undefined,
  subscription: Stripe.Subscription | undefined,
): Stripe.Discount[] {
  const own = (subscription?.discounts ?? []).flatMap(
    (one) => provider.store.discounts.get(idOf(one) ?? '') ?? [],
  );
  if (own.length > 0) return own;
  return customer?.discount ? [customer.discount] : [];
}

export type DiscountAmount = { amount: number; discount: string };

export function discountAmounts(
  provider: Provider,
  subtotal: number,
  start: number,
  customer: Stripe.Customer | undefined,
  subscription: Stripe.Subscription | undefined,
): DiscountAmount[] {
  let left = subtotal;
  return discountsFor(provider, customer, subscription)
    .filter(({ end }) => end === null || start < end)
    .map((discount) => {
      const coupon = get(provider.store.coupons, idOf(discount.source.coupon) ?? '', 'coupon');
      const wanted = coupon.amount_off ?? Math.round((left * (coupon.percent_off ?? 0)) / 100);
      const amount = Math.min(wanted, left);
      left -= amount;
      return { amount, discount: discount.id };
    });
}

export function removeUsed(
  provider: Provider,
  used: DiscountAmount[],
  customer: Stripe.Customer,
  subscription: Stripe.Subscription | undefined,
): void {
  for (const { discount: id } of used) {
    const discount = get(provider.store.discounts, id, 'discount');
    const coupon = get(provider.store.coupons, idOf(discount.source.coupon) ?? '', 'coupon');
    if (coupon.duration !== 'once') continue;
    if (customer.discount?.id === id) customer.discount = null;
    if (subscription) subscription.discounts = subscription.discounts.filter((one) => one !== id);
    emit(provider, 'customer.discount.deleted', discount);
  }
}

export const couponRoutes: Route[] = [
  {
    method: 'POST',
    path: '/v1/coupons',
    params: [
      'amount_off',
      'currency',
      'duration',
      'duration_in_months',
      'id',
      'metadata',
      'name',
      'percent_off',
    ],
    answer: ({ provider, params }) => createCoupon(provider, params),
  },
  readRoute('coupons', 'coupon'),
  {
    method: 'DELETE',
    path: '/v1/coupons/:id',
    params: [],
    // Existing discounts of a deleted coupon stay valid.
    answer({ provider, id }) {
      get(provider.store.coupons, id, 'coupon').valid = false;
      return { id, object: 'coupon', deleted: true };
    },
  },
  listRoute('coupons'),
];
