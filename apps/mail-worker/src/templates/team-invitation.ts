import type { MailContents } from '@foyer/mail/mail-kinds';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { MessageContext, MessageWithAction } from '../message.ts';

export function teamInvitation(
  content: MailContents['team-invitation'],
  context: MessageContext,
): MessageWithAction {
  const inviter = cleanName(content.inviterName, 'Somebody');
  const team = cleanName(content.teamName, 'their team');
  const page = content.hasAccount ? pages.switchTeam : pages.joinTeam;
  return {
    subject: `${inviter} invited you to ${team}`,
    preview: `Join ${team} on ${context.productName}.`,
    heading: `Join ${team}`,
    paragraphs: [
      `${personInWords(content.inviterName, content.inviterEmail)} invited you to the team ${team} on ${context.productName}.`,
      content.hasAccount
        ? 'You have an account already. Log in to switch to this team; you will see what that means before you decide.'
        : 'Tell us a little about yourself and choose a password, and you are in.',
    ],
    action: {
      label: content.hasAccount ? 'See the invitation' : 'Join the team',
      url: context.link(page.replace(':invitationCode', content.code)),
    },
    notes: [
      `This invitation is for you alone and works once, for ${INVITATION_LIFE_DAYS} days.`,
      'If you do not know the sender, ignore this email.',
    ],
    why: context.t('You get this email because {inviter} gave this address to invite you.', { inviter }),
  };
}
