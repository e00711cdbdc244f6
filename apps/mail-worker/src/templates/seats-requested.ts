import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { countOf, linesOf, onlyOneIn } from './people-in-words.ts';

export const seatsRequested: Template<'seats-requested'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName);
  const requester = onlyOneIn(content);
  const heading =
    requester === undefined
      ? t(
          'mails.seatsRequested.peopleNeedSeats',
          '{count, plural, one {# person needs a seat in {team}} other {# people need seats in {team}}}',
          {
            count: countOf(content),
            team,
          },
        )
      : t('mails.seatsRequested.subject', '{requester} needs a seat in {team}', { requester, team });
  return {
    subject: heading,
    preview: t('mails.seatsRequested.preview', "They came through your company's sign-in."),
    heading,
    firstName: content.firstName,
    paragraphs: [
      requester === undefined
        ? t(
            'mails.seatsRequested.noSeatFor',
            "These people came through your company's sign-in and could not be let in to {team}:",
            { team },
          )
        : t(
            'mails.seatsRequested.explanation',
            "This person came through your company's sign-in and could not be let in to {team}:",
            { team },
          ),
      { list: linesOf(content, t) },
      t(
        'mails.seatsRequested.nextStep',
        'Your team page says how to get more seats. Then ask them to sign in again.',
      ),
      t(
        'mails.seatsRequested.alsoNeedInvitation',
        'Who has an account of their own already needs an invitation as well: your team page says who.',
      ),
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [
      t(
        'mails.writtenOncePerPerson',
        'We write once for each person, however often they try, and at most once an hour.',
      ),
    ],
    why: t('mails.reasonTeamOwner', 'You get this email because you own the team {team}.', { team }),
  };
};
