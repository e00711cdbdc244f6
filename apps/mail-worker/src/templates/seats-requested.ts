import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';
import { countOf, linesOf, onlyOneIn } from './people-in-words.ts';

export const seatsRequested: Template<'seats-requested'> = (content, context) => {
  const { t } = context;
  const team = cleanName(content.teamName, t('your team'));
  const requester = onlyOneIn(content, t);
  const heading =
    requester === undefined
      ? t('{count, plural, one {# person needs a seat in {team}} other {# people need seats in {team}}}', {
          count: countOf(content),
          team,
        })
      : t('{requester} needs a seat in {team}', { requester, team });
  return {
    subject: heading,
    preview: t("They came through your company's sign-in."),
    heading,
    firstName: content.firstName,
    paragraphs: [
      requester === undefined
        ? t("These people came through your company's sign-in and could not be let in to {team}:", { team })
        : t("This person came through your company's sign-in and could not be let in to {team}:", { team }),
      { list: linesOf(content, t) },
      t('Your team page says how to get more seats. Then ask them to sign in again.'),
      t('Who has an account of their own already needs an invitation as well: your team page says who.'),
    ],
    action: { label: t('See your team'), url: context.link(pages.settingsTeam) },
    notes: [t('We write once for each person, however often they try, and at most once an hour.')],
    why: t('You get this email because you own the team {team}.', { team }),
  };
};
