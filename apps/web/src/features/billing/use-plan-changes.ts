import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { CancelPlanBody } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { t } from '../../words/t.ts';
import { billingQuery } from './billing-query.ts';
import { CardProblem } from './card-problem.ts';

/** A cancellation with the team's state after it, or its withdrawal. */
export type PlanChange = { kind: 'cancel'; endsAs: SubscriptionEnd } | { kind: 'resume' };

/** Schedules a cancellation or undoes it. */
export function useChangePlan(onSettled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PlanChange) => {
      if (change.kind === 'resume')
        return asSignedIn(queries, send(endpoints.resumePlan, { reply: doneReply }));
      const body: CancelPlanBody = { ends_as: change.endsAs };
      return asSignedIn(queries, send(endpoints.cancelPlan, { body, reply: doneReply }));
    },
    // Refetches after a failure, too: it may have taken effect.
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: billingQuery.queryKey });
      onSettled();
    },
  });
}

/** The reason of a failure, in the server's or provider's words if there are any. */
export function problemText(error: Error, what: string): string {
  return error instanceof ProblemError || error instanceof CardProblem
    ? error.message
    : `${what} ${t('Check your connection and try again.')}`.trim();
}
