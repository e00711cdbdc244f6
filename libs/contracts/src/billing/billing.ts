import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { planTypes } from '@foyer/catalog/plans';
import { subscriptionEnds } from '@foyer/catalog/subscription-states';
import { isRegionValid } from '@foyer/catalog/address-forms';
import { findCountry } from '@foyer/catalog/countries';
import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import { emailField, ENTER_VALID_EMAIL } from '../email.ts';
import { CHOOSE_FROM_LIST, optionalText, REQUIRED_FIELD, requiredText, textIfGiven } from '../field.ts';
import { orderOf } from '../form.ts';
import { optionalCode } from '../identity/typed-code.ts';

/** The billing country before the user chooses one (docs/product.md 9). */
export const DEFAULT_BILLING_COUNTRY = 'US';

export const VALID_POSTAL_CODE_REQUIRED = say(
  'billing.billing.postalCodeInvalid',
  'Valid Postal Code Required',
);

export const CHECK_BILLING_ADDRESS = say(
  'billing.billing.billedToInvalid',
  'Check your billing address and try again.',
);

/** The provider's maximum for one charge, in cents. */
const MAX_CENTS = 99_999_999;

const quotedSum = z.strictObject({
  cents: z.int().check(z.minimum(0), z.maximum(MAX_CENTS)),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
});
export type Sum = z.infer<typeof quotedSum>;

/**
 * Body of `POST /upgrade-plan`. The card token comes from the payment provider; we never receive the card
 * (docs/product.md 3). `quoted`: the sum that the billing page showed. If the invoice has another sum, nothing is
 * charged, and the call fails with `SumChanged`, which contains the invoice's sum.
 */
export const upgradePlanBody = z.strictObject({
  email: emailField(ENTER_VALID_EMAIL),
  token: requiredText(),
  quoted: z.optional(quotedSum),
});
export type UpgradePlanBody = z.infer<typeof upgradePlanBody>;

/**
 * Answer of `POST /upgrade-plan`. `requiresAction`: the payment must be confirmed with the bank (3-D Secure).
 * `pending`: the page polls `POST /upgrade-plan/confirmation` (invariant 15 of docs/security.md).
 */
export const upgradePlanReply = z.union([
  z.object({ subscription: z.object({ status: z.string(), currentPeriodEnd: z.string() }) }),
  z.object({ requiresAction: z.literal(true), clientSecret: z.string() }),
  z.object({ pending: z.literal(true) }),
]);
export type UpgradePlanReply = z.infer<typeof upgradePlanReply>;

export const billingAnswers = {
  name: requiredText(),
  addressLine1: requiredText(),
  addressLine2: optionalText(),
  countryCode: requiredText(2),
  stateCode: optionalText(4),
  city: requiredText(),
  postalCode: optionalCode(20),
};

/** The billing form (docs/product.md 3). The portal does not store the address. */
export const billingForm = z.strictObject({ ...billingAnswers, hasAgreed: z.boolean() }).check((context) => {
  const refuse = (field: string, message: string): void => {
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
  };
  const { countryCode, stateCode, postalCode, hasAgreed } = context.value;
  if (!findCountry(countryCode)) return refuse('countryCode', CHOOSE_FROM_LIST);
  if (!isRegionValid(countryCode, stateCode)) refuse('stateCode', REQUIRED_FIELD);
  const { isRequired, pattern } = findPostalCodeRule(countryCode);
  if (postalCode === '' ? isRequired : !pattern.test(postalCode))
    refuse('postalCode', postalCode === '' ? REQUIRED_FIELD : VALID_POSTAL_CODE_REQUIRED);
  if (!hasAgreed) refuse('hasAgreed', REQUIRED_FIELD);
});
export type BillingForm = z.infer<typeof billingForm>;

export const billingFieldOrder = [...orderOf(billingAnswers), 'hasAgreed'] as const;

/**
 * Body of `POST /upgrade-plan/confirmation`, which asks for a payment outcome. With a card token, the call fails with
 * `NotFound` unless the latest payment attempt used that card.
 */
export const confirmUpgradeBody = z.strictObject({ token: z.optional(requiredText()) });
export type ConfirmUpgradeBody = z.infer<typeof confirmUpgradeBody>;

export const paymentStateReply = z.object({ isPending: z.boolean() });
export type PaymentStateReply = z.infer<typeof paymentStateReply>;

export const quoteBody = z.strictObject({
  country_code: requiredText(2),
  state_code: optionalText(4),
  postal_code: optionalText(20),
  city: optionalText(),
  /** In the United States the tax also depends on the street. */
  line1: optionalText(),
  line2: optionalText(),
  /**
   * The tax also depends on the tax ID. An empty text means that the payer has none. If absent, the stored tax ID is
   * used.
   */
  tax_id_type: textIfGiven(20),
  tax_id: textIfGiven(40),
});
export type QuoteBody = z.infer<typeof quoteBody>;

/**
 * Answer of `POST /billing/quote`: what the payment provider would charge today, in cents of the currency. The card
 * pays `total`: subtotal minus discount, plus tax, plus balance.
 */
export const quoteReply = z.object({
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  /** The used part of the team's balance: negative for a credit, positive for a debt. */
  balance: z.number(),
  total: z.number(),
  currency: z.string(),
});
export type QuoteReply = z.infer<typeof quoteReply>;

/** A sum at the payment provider: cents, and the ISO 4217 code of the currency in lower case. */
const sum = { cents: z.number(), currency: z.string() };

export const chargeKinds = ['renewal', 'begun', 'retry'] as const;

/**
 * The next charge to the card. `renewal`: the charge for the next month, of which the sum may be unknown. `begun`: the
 * charge of the unpaid invoice for the month that began at `at`. `retry`: another charge of unpaid invoices, after a
 * failed payment or while the subscription is paused.
 */
const nextCharge = z.object({
  kind: z.enum(chargeKinds),
  at: z.string(),
  cents: z.optional(z.number()),
  currency: z.string(),
});
export type NextCharge = z.infer<typeof nextCharge>;

/** Answer of `GET /settings/billing/details`, from our own copy. Times are ISO 8601, or empty. */
export const billingReply = z.object({
  plan: z.enum(planTypes),
  status: z.string(),
  /** The bank requires the owner to confirm the failed payment. */
  needsConfirmation: z.boolean(),
  currentPeriodEnd: z.string(),
  paidUntil: z.string(),
  endsAt: z.string(),
  graceEndsAt: z.string(),
  /** The subscription's own price per month, without tax. */
  price: z.optional(z.object(sum)),
  nextCharge: z.optional(nextCharge),
  /** Whether there is a card to charge. The card of a former owner does not count. */
  hasCard: z.boolean(),
  isCancelScheduled: z.boolean(),
  /** Whether the owner gets a receipt by mail with each renewal. */
  sendsReceipts: z.boolean(),
  /** True until the former owner's card is removed. While it is true, no other card can be added. */
  hasFormerCard: z.optional(z.literal(true)),
  endsAs: z.enum(subscriptionEnds),
});
export type BillingReply = z.infer<typeof billingReply>;

/**
 * How an invoice was paid, in cents. `credit` is negative if the charge included an earlier debt. `outside` was paid
 * without the payment provider.
 */
export const amountCharged = z.object({ card: z.number(), credit: z.number(), outside: z.number() });
export type AmountCharged = z.infer<typeof amountCharged>;

/**
 * Answer of `GET /settings/billing/receipt`: the payment of the last 24 hours. Amounts are cents, times ISO 8601.
 * `card` is absent if no card was charged, or if the charged card is unknown. `nextBillingDate` is empty if PRO does
 * not renew.
 */
export const receiptReply = z.object({
  paidAt: z.string(),
  currency: z.string(),
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  total: z.number(),
  charged: amountCharged,
  card: z.optional(z.object({ brand: z.string(), last4: z.string() })),
  nextBillingDate: z.string(),
  /** The provider's invoice page; empty if there is none. */
  invoiceUrl: z.string(),
});
export type ReceiptReply = z.infer<typeof receiptReply>;

export const chooseReceiptsBody = z.strictObject({ sends_receipts: z.boolean() });
export type ChooseReceiptsBody = z.infer<typeof chooseReceiptsBody>;

export const cancelPlanBody = z.strictObject({
  ends_as: z.enum(subscriptionEnds),
  /** Whether an unpaid plan may end immediately. The page sends false if it promised PRO until the end of the month. */
  may_end_now: z.boolean(),
});
export type CancelPlanBody = z.infer<typeof cancelPlanBody>;

/**
 * Answer of `POST /settings/billing/cancel`. `scheduled`: the plan ends with its paid month. `ended`: the plan was
 * unpaid and has ended now. `refunded`: the plan has ended, and a payment that arrived meanwhile was refunded.
 * `unchanged`: the plan could only end immediately, but `may_end_now` was false.
 */
export const cancelPlanReply = z.object({
  message: z.string(),
  outcome: z.enum(['scheduled', 'ended', 'refunded', 'unchanged']),
});
export type CancelPlanReply = z.infer<typeof cancelPlanReply>;

export const billingNoticeReply = z.object({
  isPastDue: z.boolean(),
  /** Empty if no payment has failed. */
  graceEndsAt: z.string(),
  needsConfirmation: z.boolean(),
  plan: z.enum(planTypes),
});
export type BillingNoticeReply = z.infer<typeof billingNoticeReply>;
