import { endpoints } from '@foyer/contracts/endpoints';
import { leaveTeamReply } from '@foyer/contracts/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { t } from '../../words/t.ts';

/** Leaves the team for a team of one's own, which starts a new session. */
export function useLeaveTeam() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => asSignedIn(queries, send(endpoints.leaveTeam, { reply: leaveTeamReply })),
  });
}

export function leaveProblemText(error: Error): string {
  return error instanceof ProblemError
    ? error.message
    : t('We do not know whether you have left. Check your connection and try again.');
}
