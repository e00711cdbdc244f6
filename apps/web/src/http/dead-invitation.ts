import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { ProblemError } from './errors.ts';
import { t } from '../words/t.ts';

export const deadInvitationTexts = {
  InvitationUnknown: {
    get title() {
      return t('http.deadInvitation.unknownTitle', 'We don’t recognize this invitation');
    },
    get message() {
      return t(
        'http.deadInvitation.linkCutOff',
        'The link may be incomplete. Open it from the email again, or copy the whole link into the address bar.',
      );
    },
  },
  InvitationExpired: {
    get title() {
      return t('http.deadInvitation.expiredTitle', 'This invitation has expired');
    },
    get message() {
      return t(
        'http.deadInvitation.askForNew',
        'An invitation works for {days, plural, one {# day} other {# days}}. Ask the person who invited you to send a new one.',
        {
          days: INVITATION_LIFE_DAYS,
        },
      );
    },
  },
  InvitationUsed: {
    get title() {
      return t('http.deadInvitation.acceptedTitle', 'This invitation has already been accepted');
    },
    get message() {
      return t('http.deadInvitation.acceptedLogin', 'To continue, log in with the account that accepted it.');
    },
  },
  InvitationRevoked: {
    get title() {
      return t('http.deadInvitation.withdrawnTitle', 'This invitation was withdrawn');
    },
    get message() {
      return t(
        'http.deadInvitation.askInviter',
        'If you think that was a mistake, ask the person who invited you.',
      );
    },
  },
} as const;

export type DeadInvitationCode = keyof typeof deadInvitationTexts;

export function deadInvitationOf(error: Error | null): DeadInvitationCode | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return (Object.keys(deadInvitationTexts) as DeadInvitationCode[]).find((code) => code === error.code);
}
