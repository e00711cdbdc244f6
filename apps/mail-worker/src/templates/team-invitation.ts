import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { MessageWithAction, Template } from '../message.ts';

export const teamInvitation: Template<'team-invitation', MessageWithAction> = (content, context) => {
  const { t, productName } = context;
  const { inviterName, inviterEmail } = content;
  const inviter = cleanName(inviterName || inviterEmail);
  const person = personInWords(t, inviterName, inviterEmail);
  const team = cleanName(content.teamName);
  const page = content.hasAccount ? pages.switchTeam : pages.joinTeam;
  return {
    subject: t('mails.teamInvitation.subject', '{inviter} invited you to {team}', { inviter, team }),
    preview: t('mails.teamInvitation.preview', 'Join the team on {productName}.', { productName }),
    heading: t('common.joinTeam', 'Join {team}', { team }),
    paragraphs: [
      t('mails.teamInvitation.explanation', '{inviter} invited you to the team {team} on {productName}.', {
        inviter: person,
        team,
        productName,
      }),
      content.hasAccount
        ? t(
            'mails.teamInvitation.existingAccountBody',
            'You already have an account. Log in to switch to this team. You can review what changes before you decide.',
          )
        : t(
            'mails.teamInvitation.newAccountHint',
            'To join, tell us a little about yourself and choose a password.',
          ),
    ],
    action: {
      label: content.hasAccount
        ? t('mails.teamInvitation.seeInvitation', 'See the invitation')
        : t('mails.teamInvitation.joinButton', 'Join the team'),
      url: context.link(page.replace(':invitationCode', content.code)),
    },
    notes: [
      t(
        'mails.invitationLifetime',
        'This invitation is only for you. It works once and expires in {days, plural, one {# day} other {# days}}.',
        { days: INVITATION_LIFE_DAYS },
      ),
      t('mails.unknownSender', 'If you don’t know the person who invited you, ignore this email.'),
    ],
    why: t(
      'mails.teamInvitation.whyYouGetThis',
      'You’re receiving this email because you were invited to a team.',
    ),
  };
};
