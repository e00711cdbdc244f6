import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { CancelPlanBody } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { billingQuery } from './billing-query.ts';
import { CardProblem } from './card-problem.ts';

/** A cancellation with what the team is afterwards, or taking it back. */
export type PlanChange = { kind: 'cancel'; endsAs: SubscriptionEnd } | { kind: 'resume' };

/** Cancels at the end of the period, or takes that back. */
export function useChangePlan(onSettled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PlanChange) => {
      if (change.kind === 'resume')
        return asSignedIn(queries, send(endpoints.resumePlan, { reply: doneReply }));
      const body: CancelPlanBody = { ends_as: change.endsAs };
      return asSignedIn(queries, send(endpoints.cancelPlan, { body, reply: doneReply }));
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
  return error instanceof ProblemError || error instanceof CardProblem
    ? error.message
    : `${what} Check your connection and try again.`.trim();
}
