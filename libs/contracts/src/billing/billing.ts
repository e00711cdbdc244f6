import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { planTypes } from '@foyer/catalog/plans';
import { subscriptionEnds } from '@foyer/catalog/subscription-states';
import { isRegionGood } from '@foyer/catalog/address-forms';
import { findCountry } from '@foyer/catalog/countries';
import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import { emailField, ENTER_VALID_EMAIL } from '../email.ts';
import { CHOOSE_FROM_LIST, optionalText, REQUIRED_FIELD, requiredText, textIfGiven } from '../field.ts';
import { orderOf } from '../form.ts';
import { optionalCode } from '../identity/typed-code.ts';

/** docs/product.md 9. */
export const DEFAULT_BILLING_COUNTRY = 'US';

/** docs/product.md 8. */
export const VALID_POSTAL_CODE_REQUIRED = say(
  'billing.billing.postalCodeInvalid',
  'Valid Postal Code Required',
);

/** The provider cannot locate the address, so the tax is unknown. */
export const CHECK_BILLING_ADDRESS = say(
  'billing.billing.billedToInvalid',
  'Check your billing address and try again.',
);

/** The provider's largest single charge. */
const MAX_CENTS = 99_999_999;

/** A sum that a page has shown. */
const quotedSum = z.strictObject({
  cents: z.int().check(z.minimum(0), z.maximum(MAX_CENTS)),
  currency: z.string().check(z.regex(/^[a-z]{3}$/)),
});
export type Sum = z.infer<typeof quotedSum>;

/**
 * Body of `POST /upgrade-plan`. The card token comes from the payment provider; we never receive the card
 * (docs/product.md 7). If the body has the sum that the page showed, no other sum is charged. `SumChanged` contains the
 * invoice's sum.
 */
export const upgradePlanBody = z.strictObject({
  email: emailField(ENTER_VALID_EMAIL),
  token: requiredText(),
  quoted: z.optional(quotedSum),
});
export type UpgradePlanBody = z.infer<typeof upgradePlanBody>;

/**
 * Answer of `POST /upgrade-plan`: paid; to be confirmed with the bank (3-D Secure); or not known yet, so that the
 * page asks again (invariant 15 of docs/security.md).
 */
export const upgradePlanReply = z.union([
  z.object({ subscription: z.object({ status: z.string(), currentPeriodEnd: z.string() }) }),
  z.object({ requiresAction: z.literal(true), clientSecret: z.string() }),
  z.object({ pending: z.literal(true) }),
]);
export type UpgradePlanReply = z.infer<typeof upgradePlanReply>;

/** Payer and billing address (docs/product.md 5). */
export const billingAnswers = {
  name: requiredText(),
  addressLine1: requiredText(),
  addressLine2: optionalText(),
  countryCode: requiredText(2),
  stateCode: optionalText(4),
  city: requiredText(),
  postalCode: optionalCode(20),
};

/**
 * The billing address and consent, as the visitor fills them in (docs/product.md 3). They go to the payment provider
 * alone.
 */
export const billingForm = z.strictObject({ ...billingAnswers, hasAgreed: z.boolean() }).check((context) => {
  const refuse = (field: string, message: string): void => {
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
  };
  const { countryCode, stateCode, postalCode, hasAgreed } = context.value;
  if (!findCountry(countryCode)) return refuse('countryCode', CHOOSE_FROM_LIST);
  if (!isRegionGood(countryCode, stateCode)) refuse('stateCode', REQUIRED_FIELD);
  const { isRequired, pattern } = findPostalCodeRule(countryCode);
  if (postalCode === '' ? isRequired : !pattern.test(postalCode))
    refuse('postalCode', postalCode === '' ? REQUIRED_FIELD : VALID_POSTAL_CODE_REQUIRED);
  if (!hasAgreed) refuse('hasAgreed', REQUIRED_FIELD);
});
export type BillingForm = z.infer<typeof billingForm>;

/** Form keys in focus order. */
export const billingFieldOrder = [...orderOf(billingAnswers), 'hasAgreed'] as const;

/**
 * Body of `POST /upgrade-plan/confirmation`, which asks for a payment's outcome. With a card token, it asks only about payments
 * with that card, and the answer may be that none was tried.
 */
export const confirmUpgradeBody = z.strictObject({ token: z.optional(requiredText()) });
export type ConfirmUpgradeBody = z.infer<typeof confirmUpgradeBody>;

/** Answer of `GET /upgrade-plan`: whether a payment is in progress whose outcome is unknown. */
export const paymentStateReply = z.object({ isPending: z.boolean() });
export type PaymentStateReply = z.infer<typeof paymentStateReply>;

/** Body of `POST /billing/quote`: billing address and tax ID of a purchase of PRO. */
export const quoteBody = z.strictObject({
  country_code: requiredText(2),
  state_code: optionalText(4),
  postal_code: optionalText(20),
  city: optionalText(),
  /** The tax depends on the street, too, in the United States. */
  line1: optionalText(),
  line2: optionalText(),
  /** The tax depends on it, too. Empty for none; absent if the page knows of none and one may be stored. */
  tax_id_type: textIfGiven(20),
  tax_id: textIfGiven(40),
});
export type QuoteBody = z.infer<typeof quoteBody>;

/**
 * Answer of `POST /billing/quote`, as the payment provider would charge today, in cents of the currency. `total` is what the
 * card pays: subtotal less discount, plus tax, plus balance.
 */
export const quoteReply = z.object({
  subtotal: z.number(),
  discount: z.number(),
  tax: z.number(),
  /** The team's balance as far as it is used: negative for a credit, positive for a debt. */
  balance: z.number(),
  total: z.number(),
  currency: z.string(),
});
export type QuoteReply = z.infer<typeof quoteReply>;

/** A sum as the payment provider has it: cents of the currency, which is its ISO 4217 code in small letters. */
const sum = { cents: z.number(), currency: z.string() };

export const chargeKinds = ['renewal', 'begun', 'retry'] as const;

/**
 * The next charge of the card. `renewal`: of the next month, whose sum may not be known. `begun`: of the month that
 * began at that time and is invoiced but not paid. `retry`: of a payment that failed.
 */
const nextCharge = z.object({
  kind: z.enum(chargeKinds),
  at: z.string(),
  cents: z.optional(z.number()),
  currency: z.string(),
});
export type NextCharge = z.infer<typeof nextCharge>;

/** Answer of `GET /settings/billing/details`, from our own copy. Times are ISO 8601; empty where there is none. */
export const billingReply = z.object({
  plan: z.enum(planTypes),
  status: z.string(),
  /** The bank wants the owner to confirm the failed payment. */
  needsConfirmation: z.boolean(),
  currentPeriodEnd: z.string(),
  /** The end of the last month that was paid. */
  paidUntil: z.string(),
  /** The scheduled end. */
  endsAt: z.string(),
  /** Until when PRO stays in place although a payment has failed. */
  graceEndsAt: z.string(),
  /** The subscription's own price per month, without tax. */
  price: z.optional(z.object(sum)),
  /** Absent while the card is not charged. */
  nextCharge: z.optional(nextCharge),
  /** A card that can be charged. The card of a former owner does not count. */
  hasCard: z.boolean(),
  isCancelScheduled: z.boolean(),
  /** Whether the owner gets a receipt by mail with each renewal. */
  sendsReceipts: z.boolean(),
  /** Sent while the former owner's card is not removed yet: no other can be added. */
  hasFormerCard: z.optional(z.literal(true)),
  /** The team's state after a scheduled end. */
  endsAs: z.enum(subscriptionEnds),
});
export type BillingReply = z.infer<typeof billingReply>;

/**
 * What paid an invoice, in cents. `credit` is negative where an earlier debt was charged along; `outside` came to us
 * without the payment provider.
 */
export const amountCharged = z.object({ card: z.number(), credit: z.number(), outside: z.number() });
export type AmountCharged = z.infer<typeof amountCharged>;

/**
 * Answer of `GET /settings/billing/receipt`: today's payment. Amounts are cents, times ISO 8601. No card if none was
 * charged or it is unknown which one. The next date is empty where PRO does not renew.
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

/** Body of `POST /settings/billing/receipts`. */
export const chooseReceiptsBody = z.strictObject({ sends_receipts: z.boolean() });
export type ChooseReceiptsBody = z.infer<typeof chooseReceiptsBody>;

/** Body of `POST /settings/billing/cancel`. */
export const cancelPlanBody = z.strictObject({
  ends_as: z.enum(subscriptionEnds),
  /** Whether an unpaid plan may end now. The page sends false if it promised PRO until the end of the month. */
  may_end_now: z.boolean(),
});
export type CancelPlanBody = z.infer<typeof cancelPlanBody>;

/**
 * Answer of `POST /settings/billing/cancel`: the plan ends with its paid month; or it was unpaid and has ended now, where
 * `refunded` if it was paid at that moment. `unchanged`: it would have to end now, and may not, so nothing was changed.
 */
export const cancelPlanReply = z.object({
  message: z.string(),
  outcome: z.enum(['scheduled', 'ended', 'refunded', 'unchanged']),
});
export type CancelPlanReply = z.infer<typeof cancelPlanReply>;

/** Answer of `GET /settings/billing/notice`: whether the visitor owns a team whose payment has failed, or waits for the bank. */
export const billingNoticeReply = z.object({
  isPastDue: z.boolean(),
  /** Until when PRO stays in place; empty while no payment has failed. */
  graceEndsAt: z.string(),
  needsConfirmation: z.boolean(),
  plan: z.enum(planTypes),
});
export type BillingNoticeReply = z.infer<typeof billingNoticeReply>;
