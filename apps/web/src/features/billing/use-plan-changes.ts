import type { ReplaceCardBody } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/security';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { billingQuery } from './billing-query.ts';
import { CardProblem } from './card-problem.ts';

export type PlanChange = 'cancel' | 'resume';

/** Cancels at the end of the period, or takes that back. */
export function useChangePlan(onSettled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PlanChange) => {
      const endpoint = change === 'cancel' ? endpoints.cancelPlan : endpoints.resumePlan;
      return asSignedIn(queries, send(endpoint, { reply: doneReply }));
    },
    // Also after a failure: it may have happened all the same.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: billingQuery.queryKey });
      onSettled();
    },
  });
}

type NewCard = { provider: Stripe; card: StripeCardElement };

/** The card that is charged from now on; what is unpaid is tried with it at once. */
export function useReplaceCard(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ provider, card }: NewCard) => {
      const { token, error } = await provider.createToken(card);
      if (!token) throw new CardProblem(error?.message ?? 'The card was not accepted.');
      const body: ReplaceCardBody = { token: token.id };
      return asSignedIn(queries, send(endpoints.replaceCard, { body, reply: doneReply }));
    },
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: billingQuery.queryKey }),
  });
}

export function problemText(error: Error, what: string): string {
  return error instanceof RefusalError || error instanceof CardProblem
    ? error.message
    : `${what} Check your connection and try again.`;
}
