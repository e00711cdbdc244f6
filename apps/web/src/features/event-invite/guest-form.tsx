import { decodeInvitationCode } from '@foyer/contracts/invitation';
import { toRegisterCollaboratorBody, type SignUpForm as SignUpValues } from '@foyer/contracts/sign-up';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { readArrival } from '../../journey/arrival.ts';
import { guestEntrance, guestState, type EventGuest } from '../../journey/event-guest.ts';
import { usePlan } from '../../journey/plan-choice.ts';
import { routes } from '../../routes.ts';
import { useAskForMail } from '../invitation/use-ask-for-mail.ts';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';

/** The sign-up form of an invited guest. The password comes next, after a shared link by way of a mail. */
export function GuestForm({ guest }: { guest: EventGuest }) {
  const plan = usePlan();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const ask = useAskForMail(() => {
    // The entrance asks again, and says what became of the invitation.
    queries.removeQueries({ queryKey: ['event-invitation'] });
    void navigate(guestEntrance(guest), { replace: true });
  });
  function goOn(values: SignUpValues): void {
    if (!guest.needsMail) return void navigate(routes.resetPassword, { state: guestState(guest) });
    const inviteId = decodeInvitationCode(guest.invitationCode) ?? '';
    const sourceSite = readArrival().sourceSite || undefined;
    const body = toRegisterCollaboratorBody({ ...values, email: guest.email }, plan, {
      inviteId,
      sourceSite,
    });
    ask.mutate({ to: 'event', body });
  }
  return <SignUpForm lockedEmail={guest.email} isLoading={ask.isPending} onKept={goOn} />;
}
