import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { toRegisterCollaboratorBody, type SignUpForm } from '@foyer/contracts/registration/sign-up';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { readArrival } from '../../navigation/arrival.ts';
import { guestPath, guestState, type EventGuest } from '../event-guest.ts';
import { usePlan } from '../../navigation/plan-choice.ts';
import { useRequestMail } from '../use-request-mail.ts';
import { routes } from '../../routes.ts';

export function useGuestAnswers(guest: EventGuest) {
  const plan = usePlan();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const mailRequest = useRequestMail(() => {
    // Removes the cached invitation, so that its page fetches the current state.
    queries.removeQueries({ queryKey: ['event-invitation'] });
    void navigate(guestPath(guest), { replace: true });
  });
  function submit(values: SignUpForm): void {
    if (!guest.needsMail) return void navigate(routes.resetPassword, { state: guestState(guest) });
    const inviteId = decodeInvitationCode(guest.invitationCode) ?? '';
    const sourceSite = readArrival().sourceSite || undefined;
    const body = toRegisterCollaboratorBody({ ...values, email: guest.email }, plan, {
      inviteId,
      sourceSite,
    });
    mailRequest.mutate({ to: 'event', body });
  }
  return { submit, isPending: mailRequest.isPending };
}
