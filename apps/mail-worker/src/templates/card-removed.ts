import { exactSum } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

/** To the former owner after a team transfer. */
export const cardRemoved: Template<'card-removed'> = (content, context) => {
  const { t, language, supportEmail } = context;
  const { payments, firstName } = content;
  const team = cleanName(content.teamName, t('your team'));
  return {
    subject: t('Your card is removed from the team {team}', { team }),
    preview: payments.length > 0 ? t('It was charged after the hand-over.') : t('It isn’t charged any more.'),
    heading: t('Your card is removed'),
    firstName,
    paragraphs: [
      t('You handed the team {team} over. Your card is removed and isn’t charged for the team any more.', {
        team,
      }),
      ...payments.map(({ amount, currency, paidOn }) =>
        t('Before that, it was charged {amount} on {day}.', {
          amount: exactSum(amount, currency, language),
          day: dayInWords(paidOn, language),
        }),
      ),
      ...(payments.length > 0
        ? [
            t(
              'The team was no longer yours then. We know about it. To get the money back, write to {supportEmail}.',
              { supportEmail },
            ),
          ]
        : []),
    ],
    action: { label: t('See your team'), url: context.link(pages.settingsTeam) },
    notes: [],
    why: t('You get this email because your card paid for a team that you handed over.'),
  };
};
