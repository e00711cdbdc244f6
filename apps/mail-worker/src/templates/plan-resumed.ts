import { inSentences } from '@foyer/catalog/words/join';
import { pages } from '@foyer/contracts/pages';
import { renewalSentences } from '../charge-in-words.ts';
import type { Template } from '../message.ts';

export const planResumed: Template<'plan-resumed'> = (content, context) => {
  const { t, language, productName, supportEmail } = context;
  return {
    subject: t('mails.planResumed.subject', 'Your {productName} PRO plan continues', { productName }),
    preview: t('mails.planResumed.preview', 'Your cancellation was undone.'),
    heading: t('mails.planResumed.title', 'PRO continues'),
    firstName: content.firstName,
    paragraphs: [
      inSentences(
        [t('mails.planResumed.preview', 'Your cancellation was undone.'), renewalSentences(content, context)],
        language,
      ),
    ],
    action: { label: t('common.seePlan', 'See your plan'), url: context.link(pages.settingsBilling) },
    notes: [t('mails.planResumed.notYou', 'If this wasn’t you, contact {supportEmail}.', { supportEmail })],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};
