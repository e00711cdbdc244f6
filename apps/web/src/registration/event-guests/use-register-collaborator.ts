import { endpoints } from '@foyer/contracts/endpoints';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { toRegisterCollaboratorBody, type SignUpForm } from '@foyer/contracts/registration/sign-up';
import { registeredReply } from '@foyer/contracts/teams/team';
import { isPaid } from '@foyer/catalog/entitlements';
import type { PlanType } from '@foyer/catalog/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../../http/errors.ts';
import { invitedProblemOf } from '../../http/registration-problem.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { storedBillingEmail } from '../../navigation/billing-email.ts';
import { guestPath, type EventGuest } from '../event-guest.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { storedSignUpDraft } from '../sign-up-draft.ts';
import { routes } from '../../routes.ts';

type Registration = { form: SignUpForm; password: string; confirm_password: string };

export function useRegisterCollaborator(guest: EventGuest, plan: PlanType) {
  const navigate = useNavigate();
  const leave = useDocumentNavigation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ form, ...passwords }: Registration) => {
      const body = toRegisterCollaboratorBody({ ...form, email: guest.email }, plan, {
        ...passwords,
        inviteId: decodeInvitationCode(guest.invitationCode) ?? '',
        sourceSite: readArrival().sourceSite || undefined,
      });
      const answer = await send(endpoints.registerCollaborator, { body, reply: registeredReply });
      if (!answer.user) throw new Error('Answer without a user');
      return answer.user;
    },
    onSuccess: ({ email }) => {
      storedSignUpDraft.remove();
      if (isPaid(plan)) {
        storedBillingEmail.write(email);
        // The page with the card form has its own CSP, so it needs a full page load.
        leave(routes.billing, { isReplacing: true });
        return;
      }
      void queries.prefetchQuery({ ...sessionQuery, staleTime: 0 });
      void navigate(routes.success, { replace: true });
    },
    onError: (error) => {
      // Removes the cached invitation, so that its page fetches the current state.
      if (error instanceof ProblemError && error.code.startsWith('Invitation')) {
        queries.removeQueries({ queryKey: ['event-invitation'] });
        void navigate(guestPath(guest), { replace: true });
      } else if (!invitedProblemOf(error)) void navigate(routes.failureGeneral);
    },
  });
}
