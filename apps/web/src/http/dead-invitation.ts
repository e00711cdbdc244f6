import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import { ProblemError } from './errors.ts';

/** Texts of an invitation that no longer works: what happened, and what to do. */
export const deadInvitationTexts = {
  InvitationUnknown: {
    title: 'We don’t recognize this invitation',
    message:
      'The link may have been cut off on its way. Open it from the email again, or copy the whole link into the address bar.',
  },
  InvitationExpired: {
    title: 'This invitation has expired',
    message: `An invitation works for ${INVITATION_LIFE_DAYS} days. Ask the person who invited you to send a new one.`,
  },
  InvitationUsed: {
    title: 'This invitation has already been accepted',
    message: 'There is nothing left to do. Log in with the account that accepted it.',
  },
  InvitationRevoked: {
    title: 'This invitation was withdrawn',
    message: 'If you think that was a mistake, ask the person who invited you.',
  },
} as const;

export type DeadInvitationCode = keyof typeof deadInvitationTexts;

/** The one that an error means, if any. */
export function deadInvitationOf(error: Error | null): DeadInvitationCode | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return (Object.keys(deadInvitationTexts) as DeadInvitationCode[]).find((code) => code === error.code);
}
