import { pages } from '@foyer/contracts/pages';
import { cardInWords, monthInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const cardExpiring: Template<'card-expiring'> = (content, context) => {
  const { t, language, productName } = context;
  const { brand, last4, month, year } = content;
  const end = monthInWords(year, month, language);
  return {
    subject: t('mails.cardExpiring.subject', 'Your card for {productName} PRO expires at the end of {end}', {
      productName,
      end,
    }),
    preview: t('mails.cardExpiring.preview', 'Add another one before then.'),
    heading: t('mails.cardExpiring.heading', 'Your card expires at the end of {end}', { end }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.cardExpiring.intro',
        '{card}, which pays for PRO, expires at the end of {end}. Add another one before then, so that PRO goes on.',
        { card: cardInWords({ brand, last4 }, t), end },
      ),
    ],
    action: {
      label: t('mails.cardExpiring.replaceCard', 'Replace the card'),
      url: context.link(pages.settingsBilling),
    },
    notes: [
      t(
        'mails.cardExpiring.bankRenewal',
        'If your bank renews the card by itself, there may be nothing to do: see what your plan says.',
      ),
    ],
    why: t('mails.reasonPayingForPro', 'You get this email because you pay for the PRO plan of your team.'),
  };
};
