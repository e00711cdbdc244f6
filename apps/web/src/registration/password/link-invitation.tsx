import type { PlanType } from '@foyer/catalog/plans';
import type { LinkInvitation } from '@foyer/contracts/registration/password-link';
import type { ReactNode } from 'react';
import { Sentences } from '../../words/join.ts';
import { rich, t } from '../../words/t.ts';

export function isEnded(invitation: LinkInvitation | undefined): boolean {
  return invitation !== undefined && invitation.state !== 'live';
}

/** Says that setting the password also accepts an invitation, or why the invitation no longer works. */
export function LinkInvitationNotice({
  invitation,
  plan,
}: {
  invitation: LinkInvitation;
  plan: PlanType | undefined;
}) {
  const { kind, name, inviter, person, state } = invitation;
  const strong = (words: ReactNode) => <strong>{words}</strong>;
  if (state === 'live')
    return kind === 'team'
      ? rich(
          'registration.linkInvitation.teamInvitation',
          '<strong>{inviter}</strong> invited you to the team <strong>{name}</strong>. Set a password to accept and join as {person}.',
          { inviter, name, person, strong },
        )
      : rich(
          'registration.linkInvitation.eventInvitation',
          '<strong>{inviter}</strong> invited you to the event <strong>{name}</strong>. Set a password to accept.',
          { inviter, name, strong },
        );
  return (
    <Sentences>
      {rich(
        'registration.linkInvitation.unusable',
        'The invitation to {kind, select, team {the team} other {the event}} <strong>{name}</strong> {state, select, expired {has expired} used {has already been accepted} revoked {was withdrawn} other {can’t be accepted because the team has no free seat}}.',
        { kind, name, state, strong },
      )}
      {plan === 'pro'
        ? t('registration.linkInvitation.ownAccount', 'You can create your own account instead.')
        : t('registration.linkInvitation.ownFreeAccount', 'You can create your own Free account instead.')}
    </Sentences>
  );
}
