import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { companyEnded } from './left-team.ts';

export const switchedTeam: Template<'switched-team'> = (content, context) => {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName);
  const heading = t('mails.switchedTeam.subject', 'You joined {team}', { team });
  return {
    subject: heading,
    preview: t('mails.switchedTeam.preview', 'We logged you out everywhere.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.switchedTeam.explanation',
        'You can no longer open the events and diagrams of your previous team, but you can still open events you collaborate on. We logged you out everywhere.',
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t('mails.reasonChangedTeams', 'You’re receiving this email because you changed teams.'),
  };
};
