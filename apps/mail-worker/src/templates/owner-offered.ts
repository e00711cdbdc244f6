import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const ownerOffered: Template<'owner-offered'> = (content, context) => {
  const { t, language, productName } = context;
  const team = cleanName(content.teamName);
  const owner = cleanName(content.ownerName);
  return {
    subject: t('mails.ownerOffered.subject', '{owner} offers you the team {team}', { owner, team }),
    preview: t('mails.ownerOffered.preview', 'Nothing changes unless you accept.'),
    heading: t('mails.ownerOffered.heading', 'Will you own {team}?', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.ownerOffered.intro',
        '{owner} offers you the team {team} on {productName}. As its owner you decide who is in it, and you look after its plan and pay for it.',
        { owner, team, productName },
      ),
      t(
        'mails.ownerOffered.nothingYet',
        'Nothing changes unless you accept. Log in to see what you would take over.',
      ),
    ],
    action: {
      label: t('mails.ownerOffered.seeOffer', 'See the offer'),
      url: context.link(pages.settingsTeam),
    },
    notes: [
      t('mails.ownerOffered.offerLifetime', 'The offer stands until {day}, unless it is withdrawn before.', {
        day: dayInWords(content.expiresOn, language),
      }),
    ],
    why: t('mails.ownerOffered.reason', 'You get this email because {owner} chose you.', { owner }),
  };
};
