import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';
import { afterPro } from './after-pro.ts';

export const graceEnding: Template<'grace-ending'> = (content, context) => {
  const { t, language, productName } = context;
  const day = dayInWords(content.endsOn, language);
  return {
    subject: t('mails.graceEnding.subject', '{productName} PRO ends on {day} unless it is paid', {
      productName,
      day,
    }),
    preview: t('mails.graceEnding.preview', 'Your last payment is still open.'),
    heading: t('mails.proEndsOn', 'PRO ends on {day}', { day }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.graceEnding.intro',
        'Your last payment for PRO has not gone through. Unless it is paid before, PRO ends on {day}.',
        {
          day,
        },
      ),
      afterPro(t, content.endsAs, 'then'),
    ],
    action: { label: t('mails.checkCard', 'Check your card'), url: context.link(pages.settingsBilling) },
    notes: [t('mails.graceEnding.newCard', 'A card that you add now is tried at once.')],
    why: t('mails.reasonPayingForPro', 'You get this email because you pay for the PRO plan of your team.'),
  };
};
