import { endpoints } from '@foyer/contracts/endpoints';
import { waitingInvitationsReply } from '@foyer/contracts/waiting-invitations';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../http/send.ts';

/** The invitations the visitor has not answered. Nobody misses them much: one try. */
export const waitingInvitationsQuery = queryOptions({
  queryKey: ['waiting-invitations'],
  queryFn: ({ signal }) => send(endpoints.waitingInvitations, { reply: waitingInvitationsReply, signal }),
  retry: false,
});
