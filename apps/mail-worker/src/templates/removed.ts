import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { companyEnded } from './left-team.ts';

export const removed: Template<'removed'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName);
  return {
    subject: t('mails.removed.removedSubject', 'You are no longer in the team {team}', { team }),
    preview: t('mails.accountStaysShort', 'Your account stays, with a team of your own.'),
    heading: t('mails.removed.subject', 'You are no longer in {team}', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.removed.explanation',
        'The owner of {team} took you out of it. Its events and diagrams are no longer open to you, and you were logged out everywhere.',
        { team },
      ),
      t(
        'mails.accountStays',
        'Your account stays: you have a team of your own now, on the Free Trial, and events you collaborate on are still open to you.',
      ),
      ...companyEnded(content, context),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [t('mails.removed.ifMistake', 'If you think this is a mistake, ask the owner of the team.')],
    why: t('mails.removed.whyYouGetThis', 'You get this email because you were a member of {team}.', {
      team,
    }),
  };
};
