import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const teamShut: Template<'team-shut'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName);
  return {
    subject: t('mails.teamShut.subject', 'The PRO plan of {team} has ended', { team }),
    preview: t('mails.teamShut.preview', 'You can’t use the team until its owner has paid.'),
    heading: t('mails.teamShut.subject', 'The PRO plan of {team} has ended', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.teamShut.explanation',
        'Until the owner of {team} takes PRO up again, you can switch teams, leave this one or log out, and nothing else. The team’s events and diagrams are kept.',
        { team },
      ),
    ],
    action: { label: t('mails.teamShut.seeOwner', 'See who the owner is'), url: context.link(pages.login) },
    notes: [],
    why: t('mails.reasonTeamMember', 'You’re receiving this email because you’re a member of the team.'),
  };
};
