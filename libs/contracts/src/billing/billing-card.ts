import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { amountCharged } from './billing.ts';
import { requiredText } from '../field.ts';

export const CARD_NOT_CONFIRMED = say(
  'common.bankNotConfirmed',
  'Your bank hasn’t confirmed your card. Try again or use another card.',
);

/** The state of the open payment at the provider. Amounts are in cents. */
export const openPaymentReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** The payment that was open is paid now. */
  z.object({ state: z.literal('paid') }),
  /** `paymentMethod`: the card on file. Set if the browser must start the confirmation again with it. */
  z.object({
    state: z.literal('confirm'),
    total: z.number(),
    currency: z.string(),
    clientSecret: z.string(),
    paymentMethod: z.optional(z.string()),
  }),
  /** `reason`: the provider's message, or empty. `declineCode`: the same as in a `CardDeclined` problem. */
  z.object({
    state: z.literal('declined'),
    total: z.number(),
    currency: z.string(),
    reason: z.string(),
    declineCode: z.optional(z.string()),
  }),
  z.object({ state: z.literal('unknown') }),
]);
export type OpenPaymentReply = z.infer<typeof openPaymentReply>;

export const cardSetupReply = z.object({ clientSecret: z.string() });
export type CardSetupReply = z.infer<typeof cardSetupReply>;

export const replaceCardBody = z.strictObject({ setup_intent: requiredText() });
export type ReplaceCardBody = z.infer<typeof replaceCardBody>;

export const replaceCardReply = z.object({ payment: openPaymentReply });

/** Answer of `GET /settings/billing/payments`, fetched from the payment provider. Times are ISO 8601, amounts cents. */
export const paymentsReply = z.object({
  card: z.optional(
    z.object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() }),
  ),
  invoices: z.array(
    z.object({
      id: z.string(),
      date: z.string(),
      total: z.number(),
      currency: z.string(),
      /** How the invoice was paid. Absent if it is not paid. */
      charged: z.optional(amountCharged),
      status: z.string(),
      url: z.string(),
      refunded: z.optional(z.object({ cents: z.number(), isFull: z.boolean() })),
      /** The cardholder disputed the charge with their bank. `lost`: the bank returned the money to them. */
      dispute: z.optional(z.object({ cents: z.number(), state: z.enum(['open', 'lost']) })),
    }),
  ),
});
export type PaymentsReply = z.infer<typeof paymentsReply>;
