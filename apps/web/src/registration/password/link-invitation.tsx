import type { PlanType } from '@foyer/catalog/plans';
import type { LinkInvitation } from '@foyer/contracts/registration/password-link';
import type { ReactNode } from 'react';
import { Sentences } from '../../words/join.ts';
import { rich, t } from '../../words/t.ts';

export function isEnded(invitation: LinkInvitation | undefined): boolean {
  return invitation !== undefined && invitation.state !== 'live';
}

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
      {reasonOf(invitation)}
      {plan === 'pro'
        ? t('registration.linkInvitation.ownAccount', 'You can create your own account instead.')
        : t(
            'registration.linkInvitation.ownFreeAccount',
            'You can create your own Free Trial account instead.',
          )}
    </Sentences>
  );
}

/** Returns why the invitation cannot be accepted. Only a team's invitation can lack a seat. */
function reasonOf({ kind, name, state }: LinkInvitation) {
  const values = { kind, name, strong: (words: ReactNode) => <strong>{words}</strong> };
  if (state === 'expired')
    return rich(
      'registration.linkInvitation.expired',
      'The invitation to the {kind, select, team {team} other {event}} <strong>{name}</strong> has expired.',
      values,
    );
  if (state === 'used')
    return rich(
      'registration.linkInvitation.used',
      'The invitation to the {kind, select, team {team} other {event}} <strong>{name}</strong> has already been accepted.',
      values,
    );
  if (state === 'revoked')
    return rich(
      'registration.linkInvitation.revoked',
      'The invitation to the {kind, select, team {team} other {event}} <strong>{name}</strong> was withdrawn.',
      values,
    );
  return rich(
    'registration.linkInvitation.teamNoSeat',
    'The invitation to the team <strong>{name}</strong> can’t be accepted because the team has no free seat.',
    values,
  );
}
