import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { companyEnded } from './left-team.ts';

export const switchedTeam: Template<'switched-team'> = (content, context) => {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName, t('your new team'));
  return {
    subject: t('You joined {team}', { team }),
    preview: t('You were logged out everywhere.'),
    heading: t('You joined {team}', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'You are a member of {team} now. The events and diagrams of your former team are no longer open to you; events you collaborate on still are. You were logged out everywhere.',
        { team },
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [t('If it was not you, write to {supportEmail} at once.', { supportEmail })],
    why: t('You get this email because you changed teams.'),
  };
};
