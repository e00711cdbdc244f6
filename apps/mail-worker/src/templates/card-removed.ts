import { exactSum } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

/** To the former owner after a team transfer. */
export const cardRemoved: Template<'card-removed'> = (content, context) => {
  const { t, language, supportEmail } = context;
  const { payments, firstName } = content;
  const team = cleanName(content.teamName);
  return {
    subject: t('mails.cardRemoved.subject', 'Your card is removed from the team {team}', { team }),
    preview:
      payments.length > 0
        ? t('mails.cardRemoved.previewCharged', 'It was charged after the hand-over.')
        : t('mails.cardRemoved.preview', 'It isn’t charged any more.'),
    heading: t('mails.cardRemoved.heading', 'Your card is removed'),
    firstName,
    paragraphs: [
      t(
        'mails.cardRemoved.intro',
        'You handed the team {team} over. Your card is removed and isn’t charged for the team any more.',
        {
          team,
        },
      ),
      ...payments.map(({ amount, currency, paidOn }) =>
        t('mails.cardRemoved.lastCharge', 'Before that, it was charged {amount} on {day}.', {
          amount: exactSum(amount, currency, language),
          day: dayInWords(paidOn, language),
        }),
      ),
      ...(payments.length > 0
        ? [
            t(
              'mails.cardRemoved.refund',
              'The team was no longer yours then. We know about it. To get the money back, write to {supportEmail}.',
              { supportEmail },
            ),
          ]
        : []),
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [],
    why: t(
      'mails.cardRemoved.reason',
      'You get this email because your card paid for a team that you handed over.',
    ),
  };
};
