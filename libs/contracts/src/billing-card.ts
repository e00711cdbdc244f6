import * as z from 'zod/mini';
import { requiredText } from './field.ts';

/**
 * What a team owes, as the payment provider has it: nothing; something that the bank wants confirmed (with what the page
 * needs to have that done); something that the card does not pay; or that is not known yet. Amounts are cents.
 */
export const openPaymentReply = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  /** It was owed when the call came, and is paid now. */
  z.object({ state: z.literal('paid') }),
  /** `paymentMethod` where the payment has to be begun again, with the card on file. */
  z.object({
    state: z.literal('confirm'),
    total: z.number(),
    clientSecret: z.string(),
    paymentMethod: z.optional(z.string()),
  }),
  /** `reason` in the provider's words; empty where it gives none. */
  z.object({ state: z.literal('declined'), total: z.number(), reason: z.string() }),
  z.object({ state: z.literal('unknown') }),
]);
export type OpenPaymentReply = z.infer<typeof openPaymentReply>;

/** Answer of `POST /settings/billing/card-setup`: with it the page has the provider check a card. */
export const cardSetupReply = z.object({ clientSecret: z.string() });
export type CardSetupReply = z.infer<typeof cardSetupReply>;

/** Body of `POST /settings/billing/card`: the card that the provider, and its bank, have agreed to. */
export const replaceCardBody = z.strictObject({ setup_intent: requiredText() });
export type ReplaceCardBody = z.infer<typeof replaceCardBody>;

/** Answer of `POST /settings/billing/card`: the card is replaced; and what became of what was owed. */
export const replaceCardReply = z.object({ payment: openPaymentReply });
export type ReplaceCardReply = z.infer<typeof replaceCardReply>;

/** Answer of `GET /settings/billing/payments`: what only the payment provider knows. Times are ISO 8601, amounts cents. */
export const paymentsReply = z.object({
  card: z.optional(
    z.object({ brand: z.string(), last4: z.string(), expMonth: z.number(), expYear: z.number() }),
  ),
  invoices: z.array(
    z.object({ id: z.string(), date: z.string(), total: z.number(), status: z.string(), url: z.string() }),
  ),
});
export type PaymentsReply = z.infer<typeof paymentsReply>;
