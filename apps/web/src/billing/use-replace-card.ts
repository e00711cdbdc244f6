import {
  cardSetupReply,
  replaceCardReply,
  type OpenPaymentReply,
  type ReplaceCardBody,
} from '@foyer/contracts/billing/billing-card';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../http/with-session-check.ts';
import { NetworkError } from '../http/errors.ts';
import { send } from '../http/send.ts';
import { t } from '../words/t.ts';
import { openPaymentQuery, refreshPlan } from './billing-query.ts';
import { CardProblem } from './card-problem.ts';
import { confirmWithBank } from './confirm-with-bank.ts';

type NewCard = { provider: Stripe; card: StripeCardElement };

/** No answer came, so the card may or may not be replaced (invariant 15 of docs/security.md). */
export class CardReplacementUnknown extends Error {
  override readonly name = 'CardUnknown';
}

/**
 * The bank may require two challenges: one for the card, so that later charges need none, and one for the open payment.
 * Resolves with that payment's outcome.
 */
export function useReplaceCard(onDone: (payment: OpenPaymentReply) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, card }: NewCard): Promise<OpenPaymentReply> => {
      const { clientSecret } = await withSessionCheck(
        queries,
        send(endpoints.setUpCard, { reply: cardSetupReply }),
      );
      const { setupIntent, error } = await provider.confirmCardSetup(clientSecret, {
        payment_method: { card },
      });
      if (!setupIntent)
        throw new CardProblem(
          error?.message ?? t('billing.cardNotAccepted', 'Your card wasn’t accepted. Use another card.'),
        );
      const body: ReplaceCardBody = { setup_intent: setupIntent.id };
      const { payment } = await withSessionCheck(
        queries,
        send(endpoints.replaceCard, { body, reply: replaceCardReply }),
      ).catch((failed: unknown) => {
        throw failed instanceof NetworkError
          ? new CardReplacementUnknown('No answer came', { cause: failed })
          : failed;
      });
      return confirmWithBank(provider, payment, queries);
    },
    onSuccess(payment) {
      queries.setQueryData(openPaymentQuery.queryKey, payment);
      onDone(payment);
    },
    onSettled: () => refreshPlan(queries),
  });
}
