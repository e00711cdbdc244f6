import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { companyEnded } from './left-team.ts';

export const removed: Template<'removed'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName);
  const heading = t('mails.removed.subject', 'You’re no longer in {team}', { team });
  return {
    subject: heading,
    preview: t('mails.accountStaysShort', 'You keep your account, with a team of your own.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.removed.explanation',
        'The team’s owner removed you. You can no longer open its events and diagrams, and we logged you out everywhere.',
      ),
      t(
        'mails.accountStays',
        'You keep your account. You now have a team of your own on the Free Trial, and you can still open events you collaborate on.',
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [t('mails.removed.ifMistake', 'If you think this is a mistake, contact the team’s owner.')],
    why: t(
      'mails.removed.whyYouGetThis',
      'You’re receiving this email because you were a member of the team.',
    ),
  };
};
