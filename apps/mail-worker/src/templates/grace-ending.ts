import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';
import { afterPro } from './after-pro.ts';

export const graceEnding: Template<'grace-ending'> = (content, context) => {
  const { t, language, productName } = context;
  const day = dayInWords(content.endsOn, language);
  return {
    subject: t('mails.graceEnding.subject', '{productName} PRO ends on {day} unless you pay', {
      productName,
      day,
    }),
    preview: t('mails.graceEnding.preview', 'Your last payment is still due.'),
    heading: t('mails.proEndsOn', 'PRO ends on {day}', { day }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.graceEnding.intro',
        'Your last payment for PRO hasn’t gone through. PRO ends on {day} unless you pay before then.',
        {
          day,
        },
      ),
      afterPro(t, content.endsAs, 'then'),
    ],
    action: { label: t('mails.checkCard', 'Check your card'), url: context.link(pages.settingsBilling) },
    notes: [t('mails.graceEnding.newCard', 'If you add a card now, we’ll try to charge it right away.')],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};
