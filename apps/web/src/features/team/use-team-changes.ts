import { endpoints } from '@foyer/contracts/endpoints';
import { inviteReply, teamChangedReply } from '@foyer/contracts/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { teamQuery } from './team-query.ts';

/** What an owner may do to one person of the list. */
export type TeamChange = {
  kind: 'resend' | 'revoke' | 'remove' | 'makeOwner';
  id: string;
  /** Name or address, for what is said about it. */
  who: string;
};

export function useTeamChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: TeamChange) => asSignedIn(queries, make(change)),
    onSuccess: () => queries.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

function make({ kind, id }: TeamChange) {
  const call = { params: { id }, reply: teamChangedReply };
  if (kind === 'resend') return send(endpoints.resendTeamInvitation, call);
  if (kind === 'revoke') return send(endpoints.revokeTeamInvitation, call);
  if (kind === 'remove') return send(endpoints.removeTeamMember, call);
  return send(endpoints.changeTeam, { body: { owner: id }, reply: teamChangedReply });
}

export function useInvite(onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (emails: string[]) =>
      asSignedIn(queries, send(endpoints.inviteToTeam, { body: { emails }, reply: inviteReply })),
    onSuccess: async () => {
      onDone();
      await queries.invalidateQueries({ queryKey: teamQuery.queryKey });
    },
  });
}

export function problemText(error: Error, what: string): string {
  return error instanceof RefusalError && error.code !== 'NotFound'
    ? error.message
    : `${what} Check your connection and try again.`;
}
