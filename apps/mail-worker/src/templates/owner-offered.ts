import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const ownerOffered: Template<'owner-offered'> = (content, context) => {
  const { t, language } = context;
  const team = cleanName(content.teamName);
  const owner = cleanName(content.ownerName);
  return {
    subject: t('mails.ownerOffered.subject', '{owner} wants to transfer {team} to you', { owner, team }),
    preview: t('mails.ownerOffered.preview', 'Nothing changes unless you accept.'),
    heading: t('mails.ownerOffered.heading', 'Become the owner of {team}?', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.ownerOffered.intro',
        '{owner} wants to transfer the team to you. As the owner, you decide who’s on the team and manage its plan and billing.',
        { owner },
      ),
      t(
        'mails.ownerOffered.nothingYet',
        'Nothing changes unless you accept. Log in to review what you’d take over.',
      ),
    ],
    action: {
      label: t('mails.ownerOffered.seeOffer', 'Review the transfer'),
      url: context.link(pages.settingsTeam),
    },
    notes: [
      t(
        'mails.ownerOffered.offerLifetime',
        'You can accept until {day}, unless the owner cancels the transfer.',
        { day: dayInWords(content.expiresOn, language) },
      ),
    ],
    why: t(
      'mails.ownerOffered.reason',
      'You’re receiving this email because the team’s owner asked you to take over the team.',
    ),
  };
};
