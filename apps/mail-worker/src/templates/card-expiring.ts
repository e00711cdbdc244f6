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
    preview: t('mails.cardExpiring.preview', 'Replace your card before then.'),
    heading: t('mails.cardExpiring.heading', 'Your card expires at the end of {end}', { end }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.cardExpiring.intro',
        'We charge PRO to {card}, which expires at the end of {end}. Replace it before then to keep PRO.',
        { card: cardInWords({ brand, last4 }, t), end },
      ),
    ],
    action: {
      label: t('mails.cardExpiring.replaceCard', 'Replace your card'),
      url: context.link(pages.settingsBilling),
    },
    notes: [
      t(
        'mails.cardExpiring.bankRenewal',
        'If your bank renews your card automatically, you may not need to do anything. Check your card in your billing settings to be sure.',
      ),
    ],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};
