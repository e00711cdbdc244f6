import { pages } from '@foyer/contracts/pages';
import { goesOn } from '../charge-in-words.ts';
import type { Template } from '../message.ts';

export const planResumed: Template<'plan-resumed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.planResumed.subject', 'Your {productName} PRO plan goes on', { productName }),
    preview: t('mails.planResumed.preview', 'Your cancellation was taken back.'),
    heading: t('mails.planResumed.title', 'PRO goes on'),
    firstName: content.firstName,
    paragraphs: [
      `${t('mails.planResumed.preview', 'Your cancellation was taken back.')} ${goesOn(content, context)}`,
    ],
    action: { label: t('common.seePlan', 'See your plan'), url: context.link(pages.settingsBilling) },
    notes: [t('mails.planResumed.notYou', 'If it was not you, write to {supportEmail}.', { supportEmail })],
    why: t('mails.reasonPayingForPro', 'You get this email because you pay for the PRO plan of your team.'),
  };
};
