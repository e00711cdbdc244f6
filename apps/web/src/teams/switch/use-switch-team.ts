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

/**
 * Moves the visitor to the inviting team, which logs them out. Failures without a reason lead to /failure-general
 * (docs/product.md 8).
 */
export function useSwitchTeam(invitationCode: string) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => send(endpoints.switchTeam, { params: { invitationCode }, reply: teamSwitchReply }),
    onSuccess: () => queries.removeQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => {
      if (isOutOfDate(error)) {
        // Refetched to show what is in the way now.
        void queries.invalidateQueries(teamInvitationQuery(invitationCode));
        void queries.invalidateQueries(sessionQuery);
      } else if (!switchProblemOf(error)) void navigate(routes.failureGeneral);
    },
  });
}

/** Whether the invitation has ended, or somebody else has logged in, since the page was loaded. */
function isOutOfDate(error: Error): boolean {
  if (!(error instanceof ProblemError)) return false;
  return Boolean(deadInvitationOf(error)) || ['WrongAccount', 'SignInRequired'].includes(error.code);
}

/** A problem the visitor can do something about: no seat, last owner, a plan that is being paid, or no proof of who they are. */
export function switchProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.status === 409 || error.code === 'ProofNeeded' ? error.message : undefined;
}
