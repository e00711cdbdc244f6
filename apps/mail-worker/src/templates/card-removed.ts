import { exactSum } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const cardRemoved: Template<'card-removed'> = (content, context) => {
  const { t, language, supportEmail } = context;
  const { payments, firstName } = content;
  const team = cleanName(content.teamName);
  return {
    subject: t('mails.cardRemoved.subject', 'Your card was removed from the team {team}', { team }),
    preview:
      payments.length > 0
        ? t('mails.cardRemoved.previewCharged', 'It was charged after the team got a new owner.')
        : t('mails.cardRemoved.preview', 'We won’t charge it anymore.'),
    heading: t('mails.cardRemoved.heading', 'Your card was removed'),
    firstName,
    paragraphs: [
      t(
        'mails.cardRemoved.intro',
        'The team {team} has a new owner, so we removed your card. We won’t charge it for the team anymore.',
        {
          team,
        },
      ),
      ...payments.map(({ amount, currency, paidOn }) =>
        t('mails.cardRemoved.lastCharge', 'Before we removed it, your card was charged {amount} on {day}.', {
          amount: exactSum(amount, currency, language),
          day: dayInWords(paidOn, language),
        }),
      ),
      ...(payments.length > 0
        ? [
            t(
              'mails.cardRemoved.refund',
              'You no longer owned the team at that time. We’re aware of this. To get a refund, contact {supportEmail}.',
              { supportEmail },
            ),
          ]
        : []),
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [],
    why: t(
      'mails.cardRemoved.reason',
      'You’re receiving this email because your card paid for a team that you no longer own.',
    ),
  };
};
