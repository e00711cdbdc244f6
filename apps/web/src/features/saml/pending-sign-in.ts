import { endpoints } from '@foyer/contracts/endpoints';
import { askToBeInvitedReply, pendingSignInReply } from '@foyer/contracts/saml';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '../../http/send.ts';

/** The company's sign-in of this browser that opened nothing yet. */
export const pendingSignInQuery = queryOptions({
  queryKey: ['pending-sign-in'],
  queryFn: ({ signal }) => send(endpoints.pendingSignIn, { reply: pendingSignInReply, signal }),
  gcTime: 0,
});

export function useAskToBeInvited() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send(endpoints.askToBeInvited, { reply: askToBeInvitedReply }),
    // What it waits for may have changed, also where asking was refused.
    onSettled: () => queries.invalidateQueries(pendingSignInQuery),
  });
}
