import { endpoints } from '@foyer/contracts/endpoints';
import { askToBeInvitedReply, pendingSignInReply } from '@foyer/contracts/company/saml';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

/** This browser's company sign-in that waits for a decision or another login before it is complete. */
export const pendingSignInQuery = queryOptions({
  queryKey: ['pending-sign-in'],
  queryFn: ({ signal }) => send(endpoints.pendingSignIn, { reply: pendingSignInReply, signal }),
  gcTime: 0,
});

export function useAskToBeInvited() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send(endpoints.askToBeInvited, { reply: askToBeInvitedReply }),
    // Refetches after a rejection, too, because the sign-in's state may have changed.
    onSettled: () => queries.invalidateQueries(pendingSignInQuery),
  });
}
