import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { companyEnded } from './left-team.ts';

export const switchedTeam: Template<'switched-team'> = (content, context) => {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName);
  return {
    subject: t('mails.switchedTeam.subject', 'You joined {team}', { team }),
    preview: t('mails.switchedTeam.preview', 'You were logged out everywhere.'),
    heading: t('mails.switchedTeam.subject', 'You joined {team}', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.switchedTeam.explanation',
        'You are a member of {team} now. The events and diagrams of your former team are no longer open to you; events you collaborate on still are. You were logged out everywhere.',
        { team },
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t('mails.reasonChangedTeams', 'You get this email because you changed teams.'),
  };
};
