import { endpoints } from '@foyer/contracts/endpoints';
import { waitingInvitationsReply } from '@foyer/contracts/invitations/waiting-invitations';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../http/send.ts';

const FRESH_FOR_MS = 10_000;

/** Pages work without the invitations, so there is no retry. */
export const waitingInvitationsQuery = queryOptions({
  queryKey: ['waiting-invitations'],
  queryFn: ({ signal }) => send(endpoints.waitingInvitations, { reply: waitingInvitationsReply, signal }),
  staleTime: FRESH_FOR_MS,
  retry: false,
});
