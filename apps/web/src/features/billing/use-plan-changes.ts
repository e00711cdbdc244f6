import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/security';
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

/** Why something failed, in the server's or the provider's words where there are some. */
export function problemText(error: Error, what: string): string {
  return error instanceof RefusalError || error instanceof CardProblem
    ? error.message
    : `${what} Check your connection and try again.`.trim();
}
