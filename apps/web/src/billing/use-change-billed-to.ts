import type { BilledTo } from '@foyer/contracts/billing/billed-to';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../http/with-session-check.ts';
import { send } from '../http/send.ts';
import { billedToQuery } from './billed-to-query.ts';

export function useChangeBilledTo() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BilledTo) =>
      withSessionCheck(queries, send(endpoints.changeBilledTo, { body, reply: doneReply })),
    onSettled: () => queries.invalidateQueries({ queryKey: billedToQuery.queryKey }),
  });
}
