import { inSentences } from '@foyer/catalog/words/join';
import { pages } from '@foyer/contracts/pages';
import { planEndSentences } from '../charge-in-words.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';
import { afterPro } from './after-pro.ts';

export const planCancelled: Template<'plan-cancelled'> = (content, context) => {
  const { t, language, productName, supportEmail } = context;
  const day = dayInWords(content.endsOn, language);
  return {
    subject: t('mails.planCancelled.subject', 'Your {productName} PRO plan ends on {day}', {
      productName,
      day,
    }),
    preview: t('mails.planCancelled.preview', 'Your cancellation is scheduled.'),
    heading: t('mails.proEndsOn', 'PRO ends on {day}', { day }),
    firstName: content.firstName,
    paragraphs: [
      inSentences(
        [
          t('mails.planCancelled.preview', 'Your cancellation is scheduled.'),
          planEndSentences(content, context),
        ],
        language,
      ),
      afterPro(t, content.endsAs, 'then'),
    ],
    action: { label: t('common.keepPro', 'Keep PRO'), url: context.link(pages.settingsBilling) },
    notes: [
      t(
        'mails.planCancelled.undoUntil',
        'You can resume your plan until {day}. If you didn’t cancel it, contact {supportEmail}.',
        {
          day,
          supportEmail,
        },
      ),
    ],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};
