import { endpoints } from '@foyer/contracts/endpoints';
import { inviteReply, teamChangedReply, type InviteReply } from '@foyer/contracts/teams/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { send } from '../../http/send.ts';
import { t } from '../../words/t.ts';
import { teamQuery } from './team-query.ts';

export type TeamChange = {
  kind:
    | 'resend'
    | 'revoke'
    | 'remove'
    | 'resetFactor'
    | 'dismiss'
    | 'same'
    | 'new'
    | 'newHolder'
    | 'offer'
    | 'withdrawOffer'
    | 'declineOffer'
    | 'acceptOffer';
  id: string;
  who: string;
  /** For a decision about a pending identity: the member who has or had its email address. */
  member?: string;
};

export function useTeamChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: TeamChange) => withSessionCheck(queries, sendChange(change)),
    // After the visitor has become the owner, session and plan have changed, too.
    onSuccess: (_, { kind }) =>
      queries.invalidateQueries(kind === 'acceptOffer' ? {} : { queryKey: teamQuery.queryKey }),
    // Another person may have changed the team.
    onError: () => queries.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

function sendChange({ kind, id }: TeamChange) {
  const call = { params: { id }, reply: teamChangedReply };
  if (kind === 'resend') return send(endpoints.resendTeamInvitation, call);
  if (kind === 'revoke') return send(endpoints.revokeTeamInvitation, call);
  if (kind === 'dismiss') return send(endpoints.dismissSeatRequest, call);
  if (kind === 'same' || kind === 'new' || kind === 'newHolder')
    return send(endpoints.decideIdentity, { ...call, body: { who: kind === 'same' ? 'same' : 'new' } });
  if (kind === 'resetFactor') return send(endpoints.resetMemberFactor, call);
  if (kind === 'remove') return send(endpoints.removeTeamMember, call);
  if (kind === 'offer') return send(endpoints.offerTeam, { body: { member: id }, reply: teamChangedReply });
  if (kind === 'acceptOffer') return send(endpoints.acceptTeamOffer, { reply: teamChangedReply });
  return send(endpoints.endTeamOffer, { reply: teamChangedReply });
}

export function useInvite(onDone: (reply: InviteReply) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (emails: string[]) =>
      withSessionCheck(queries, send(endpoints.inviteToTeam, { body: { emails }, reply: inviteReply })),
    onSuccess: async (reply) => {
      onDone(reply);
      await queries.invalidateQueries({ queryKey: teamQuery.queryKey });
    },
  });
}

export const notChanged = () =>
  t('common.changeUnconfirmed', 'We couldn’t confirm this change. Check your connection and try again.');
