import { endpoints } from '@foyer/contracts/endpoints';
import {
  decodeInvitationCode,
  eventInvitationReply,
  teamInvitationReply,
} from '@foyer/contracts/invitations/invitation';
import { problemTypes } from '@foyer/contracts/problem';
import { queryOptions } from '@tanstack/react-query';
import { ProblemError } from './errors.ts';
import { send } from './send.ts';

function idOf(code: string): string {
  const id = decodeInvitationCode(code);
  if (id !== undefined) return id;
  const { status, message } = problemTypes.InvitationUnknown;
  throw new ProblemError(status, { code: 'InvitationUnknown', message });
}

export const teamInvitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['team-invitation', code],
    queryFn: async ({ signal }) =>
      send(endpoints.teamInvitation, { params: { id: idOf(code) }, reply: teamInvitationReply, signal }),
    staleTime: Infinity,
  });

/** The answer lacks the event's name, which is only in the link's URL. */
export const eventInvitationQuery = (code: string) =>
  queryOptions({
    queryKey: ['event-invitation', code],
    queryFn: async ({ signal }) =>
      send(endpoints.eventInvitation, { params: { id: idOf(code) }, reply: eventInvitationReply, signal }),
    staleTime: Infinity,
  });
