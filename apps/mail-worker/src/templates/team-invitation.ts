import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { MessageWithAction, Template } from '../message.ts';

export const teamInvitation: Template<'team-invitation', MessageWithAction> = (content, context) => {
  const { t, productName } = context;
  const inviter = cleanName(content.inviterName || content.inviterEmail);
  const team = cleanName(content.teamName);
  const page = content.hasAccount ? pages.switchTeam : pages.joinTeam;
  return {
    subject: t('mails.teamInvitation.subject', '{inviter} invited you to {team}', { inviter, team }),
    preview: t('mails.teamInvitation.preview', 'Join {team} on {productName}.', { team, productName }),
    heading: t('common.joinTeam', 'Join {team}', { team }),
    paragraphs: [
      t('mails.teamInvitation.explanation', '{inviter} invited you to the team {team} on {productName}.', {
        inviter: personInWords(t, content.inviterName, content.inviterEmail),
        team,
        productName,
      }),
      content.hasAccount
        ? t(
            'mails.teamInvitation.existingAccountBody',
            'You have an account already. Log in to switch to this team; you will see what that means before you decide.',
          )
        : t(
            'mails.teamInvitation.newAccountHint',
            'Tell us a little about yourself and choose a password, and you are in.',
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
        'This invitation is for you alone and works once, for {days, plural, one {# day} other {# days}}.',
        {
          days: INVITATION_LIFE_DAYS,
        },
      ),
      t('mails.unknownSender', 'If you do not know the sender, ignore this email.'),
    ],
    why: t(
      'mails.teamInvitation.whyYouGetThis',
      'You get this email because {inviter} gave this address to invite you.',
      { inviter },
    ),
  };
};
