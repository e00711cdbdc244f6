import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { amountCharged } from './billing.ts';
import { requiredText } from '../field.ts';

/** The bank's challenge for a new card was not passed. */
export const CARD_NOT_CONFIRMED = say('common.bankNotConfirmed', 'Your bank hasn’t confirmed this card.');

/**
 * A team's open payment at the provider: none; one to confirm with the bank (with what the page needs for that); one
 * that the card does not pay; or not known yet. Amounts are cents.
 */
export const openPaymentReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** It was due when the call came, and is paid now. */
  z.object({ state: z.literal('paid') }),
  /** `paymentMethod` if the payment must be restarted with the card on file. */
  z.object({
    state: z.literal('confirm'),
    total: z.number(),
    currency: z.string(),
    clientSecret: z.string(),
    paymentMethod: z.optional(z.string()),
  }),
  /** `reason`: the provider's text, or empty; `declineCode`: its code, as with `CardDeclined`. */
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

/** Answer of `POST /settings/billing/card-setup`, for Stripe.js to set a card up. */
export const cardSetupReply = z.object({ clientSecret: z.string() });
export type CardSetupReply = z.infer<typeof cardSetupReply>;

/** Body of `POST /settings/billing/card`: the confirmed SetupIntent. */
export const replaceCardBody = z.strictObject({ setup_intent: requiredText() });
export type ReplaceCardBody = z.infer<typeof replaceCardBody>;

/** Answer of `POST /settings/billing/card`: the card is replaced; the state of the open payment. */
export const replaceCardReply = z.object({ payment: openPaymentReply });

/** Answer of `GET /settings/billing/payments`: what only the payment provider knows. Times are ISO 8601, amounts cents. */
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
      /** Once it is paid. */
      charged: z.optional(amountCharged),
      status: z.string(),
      url: z.string(),
      /** Given back to the card. */
      refunded: z.optional(z.object({ cents: z.number(), isFull: z.boolean() })),
      /** The cardholder asked their bank for the money; `lost`: and got it. */
      dispute: z.optional(z.object({ cents: z.number(), state: z.enum(['open', 'lost']) })),
    }),
  ),
});
export type PaymentsReply = z.infer<typeof paymentsReply>;
