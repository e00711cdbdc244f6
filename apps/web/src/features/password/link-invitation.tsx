import type { PlanType } from '@foyer/catalog/plans';
import type { LinkInvitation } from '@foyer/contracts/password-link';

const ends: Readonly<Record<Exclude<LinkInvitation['state'], 'live'>, string>> = {
  expired: 'has expired',
  used: 'has already been accepted',
  revoked: 'was withdrawn',
  noSeat: 'cannot be accepted, because the team has no free seat',
};

export function isEnded(invitation: LinkInvitation | undefined): boolean {
  return invitation !== undefined && invitation.state !== 'live';
}

/** Says that the password also accepts an invitation, or no longer does. */
export function LinkInvitationNotice({
  invitation,
  plan,
}: {
  invitation: LinkInvitation;
  plan: PlanType | undefined;
}) {
  const { kind, name, inviter, person, state } = invitation;
  const to = kind === 'team' ? 'the team' : 'the event';
  if (state === 'live')
    return (
      <>
        <strong>{inviter}</strong> invited you to {to} <strong>{name}</strong>. You accept with your password
        {kind === 'team' && ` and join as ${person}`}.
      </>
    );
  return (
    <>
      The invitation to {to} <strong>{name}</strong> {ends[state]}. You can create
      {plan === 'pro' ? ' an' : ' a Free'} account of your own instead.
    </>
  );
}
