import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';
import { countOf, linesOf, onlyOneIn } from './people-in-words.ts';

export const seatsRequested: Template<'seats-requested'> = (content, context) => {
  const { t } = context;
  const requester = onlyOneIn(content);
  const count = countOf(content);
  const heading =
    requester === undefined
      ? t(
          'mails.seatsRequested.peopleNeedSeats',
          '{count, plural, one {# person needs a seat on your team} other {# people need seats on your team}}',
          { count },
        )
      : t('mails.seatsRequested.subject', '{requester} needs a seat on your team', { requester });
  return {
    subject: heading,
    preview: t('mails.seatsRequested.preview', 'See who’s waiting to join.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.seatsRequested.explanation',
        '{count, plural, one {This person tried to sign in with your company but couldn’t join your team:} other {These people tried to sign in with your company but couldn’t join your team:}}',
        { count },
      ),
      { list: linesOf(content, t) },
      t(
        'mails.seatsRequested.nextStep',
        'If no seat is free, remove a member or request more seats on your team page. Then ask {count, plural, one {this person} other {these people}} to sign in again.',
        { count },
      ),
      t(
        'mails.seatsRequested.alsoNeedInvitation',
        'Anyone who already has an account also needs an invitation. Your team page shows who.',
      ),
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [t('mails.writtenOncePerPerson', 'We email you once for each person, and at most once an hour.')],
    why: t('mails.reasonTeamOwner', 'You’re receiving this email because you own the team.'),
  };
};
