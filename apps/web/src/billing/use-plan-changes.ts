import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { cancelPlanReply, type CancelPlanBody, type CancelPlanReply } from '@foyer/contracts/billing/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../http/with-session-check.ts';
import { ProblemError } from '../http/errors.ts';
import { send } from '../http/send.ts';
import { inSentences } from '../words/join.ts';
import { t } from '../words/t.ts';
import { refreshPlan } from './billing-query.ts';
import { CardProblem } from './card-problem.ts';

/** `endsAs`: the team's state after PRO ends. `isUnpaid`: the page said that PRO ends immediately. */
export type PlanChange = { kind: 'cancel'; endsAs: SubscriptionEnd; isUnpaid: boolean } | { kind: 'resume' };

/** `paid`: the page showed the plan as unpaid, but it has been paid since. */
export type PlanChanged = CancelPlanReply['outcome'] | 'paid' | 'resumed';

export function useChangePlan(onSettled: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (change: PlanChange): Promise<PlanChanged> => {
      if (change.kind === 'resume') {
        await withSessionCheck(queries, send(endpoints.resumePlan, { reply: doneReply }));
        return 'resumed';
      }
      const body: CancelPlanBody = { ends_as: change.endsAs, may_end_now: change.isUnpaid };
      const { outcome } = await withSessionCheck(
        queries,
        send(endpoints.cancelPlan, { body, reply: cancelPlanReply }),
      );
      return outcome === 'scheduled' && change.isUnpaid ? 'paid' : outcome;
    },
    // Refetches after a failure too, because the change may have been made.
    onSettled: async () => {
      await refreshPlan(queries);
      onSettled();
    },
  });
}

/** Without a reason from the server or provider, returns `what` and advice to check the connection. */
export function problemText(error: Error, what: string): string {
  return error instanceof ProblemError || error instanceof CardProblem
    ? error.message
    : inSentences(what, t('billing.usePlanChanges.connectionFailed', 'Check your connection and try again.'));
}
