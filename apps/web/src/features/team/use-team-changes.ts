import { endpoints } from '@foyer/contracts/endpoints';
import { inviteReply, teamChangedReply, type InviteReply } from '@foyer/contracts/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { teamQuery } from './team-query.ts';

/** What an owner may do to one person of the list. */
export type TeamChange = {
  kind: 'resend' | 'revoke' | 'remove' | 'makeOwner' | 'dismiss' | 'same' | 'new';
  id: string;
  /** Name or address, for what is said about it. */
  who: string;
  /** Whose account somebody new may have been taken for. */
  member?: string;
};

export function useTeamChange(onDone: (change: TeamChange) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: TeamChange) => asSignedIn(queries, sendChange(change)),
    onSuccess: (_, change) => {
      onDone(change);
      return queries.invalidateQueries({ queryKey: teamQuery.queryKey });
    },
    // The list may show what somebody else has changed meanwhile.
    onError: () => queries.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

function sendChange({ kind, id }: TeamChange) {
  const call = { params: { id }, reply: teamChangedReply };
  if (kind === 'resend') return send(endpoints.resendTeamInvitation, call);
  if (kind === 'revoke') return send(endpoints.revokeTeamInvitation, call);
  if (kind === 'dismiss') return send(endpoints.dismissSeatRequest, call);
  if (kind === 'same' || kind === 'new')
    return send(endpoints.decideIdentity, { ...call, body: { who: kind } });
  if (kind === 'remove') return send(endpoints.removeTeamMember, call);
  return send(endpoints.changeTeam, { body: { owner: id }, reply: teamChangedReply });
}

export function useInvite(onDone: (reply: InviteReply) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (emails: string[]) =>
      asSignedIn(queries, send(endpoints.inviteToTeam, { body: { emails }, reply: inviteReply })),
    onSuccess: async (reply) => {
      onDone(reply);
      await queries.invalidateQueries({ queryKey: teamQuery.queryKey });
    },
  });
}

export function problemText(error: Error, what: string): string {
  return error instanceof RefusalError && error.code !== 'NotFound'
    ? error.message
    : `${what} Check your connection and try again.`;
}
