import { endpoints } from '@foyer/contracts/endpoints';
import { registeredReply, toTeamMemberAnswers, type TeamMemberForm } from '@foyer/contracts/teams/team';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../../http/errors.ts';
import { invitedProblemOf } from '../../http/registration-problem.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { storedTeamMemberDraft } from '../team-member-draft.ts';
import { routes } from '../../routes.ts';

type Registration = {
  form: TeamMemberForm;
  inviteId: string;
  password: string;
  confirm_password: string;
  flow: { invitationCode: string } | { redirectUrl: string };
};

export function useRegisterTeamMember(onInvitationDead: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, inviteId, flow, ...passwords }: Registration) => {
      const body = { ...toTeamMemberAnswers(form, inviteId), ...passwords, ...flow };
      const answer = await send(endpoints.registerTeamMember, { body, reply: registeredReply });
      if (!answer.user) throw new Error('Answer without a user');
    },
    onSuccess: () => {
      storedTeamMemberDraft.remove();
      // The next page refetches the session. This page must not, because it would redirect a signed-in user.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
      void navigate(routes.success, { replace: true });
    },
    onError: (error) => {
      if (isInvitationDead(error)) onInvitationDead();
      else if (!invitedProblemOf(error)) void navigate(routes.failureGeneral);
    },
  });
}

function isInvitationDead(error: Error): boolean {
  return error instanceof ProblemError && error.code.startsWith('Invitation');
}
