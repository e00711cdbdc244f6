import { endpoints } from '@foyer/contracts/endpoints';
import { teamSwitchReply } from '@foyer/contracts/invitations/invitation';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { routes } from '../../routes.ts';
import { deadInvitationOf } from '../../http/dead-invitation.ts';
import { teamInvitationQuery } from '../../http/invitation-queries.ts';

/** The server also logs the user out. Unexpected errors open /failure-general (docs/product.md 8). */
export function useSwitchTeam(invitationCode: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send(endpoints.switchTeam, { params: { invitationCode }, reply: teamSwitchReply }),
    onSuccess: () => queries.removeQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => {
      if (isOutOfDate(error)) {
        // The new state of invitation and session shows why the call failed.
        void queries.invalidateQueries(teamInvitationQuery(invitationCode));
        void queries.invalidateQueries(sessionQuery);
      } else if (!switchProblemOf(error)) void navigate(routes.failureGeneral);
    },
  });
}

/** The invitation has ended, or the session has ended or changed, since the page loaded. */
function isOutOfDate(error: Error): boolean {
  if (!(error instanceof ProblemError)) return false;
  return Boolean(deadInvitationOf(error)) || ['WrongAccount', 'SignInRequired'].includes(error.code);
}

/** For a problem that the user can solve, such as a team without a free seat. */
export function switchProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.status === 409 || error.code === 'ProofNeeded' ? error.message : undefined;
}
