import { endpoints } from '@foyer/contracts/endpoints';
import { askToBeInvitedReply, pendingSignInReply } from '@foyer/contracts/company/saml';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

/** This browser's company sign-in that opened no account yet. */
export const pendingSignInQuery = queryOptions({
  queryKey: ['pending-sign-in'],
  queryFn: ({ signal }) => send(endpoints.pendingSignIn, { reply: pendingSignInReply, signal }),
  gcTime: 0,
});

export function useAskToBeInvited() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send(endpoints.askToBeInvited, { reply: askToBeInvitedReply }),
    // Refetched after a rejection, too: its state may have changed.
    onSettled: () => queries.invalidateQueries(pendingSignInQuery),
  });
}
