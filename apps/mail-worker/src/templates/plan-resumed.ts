import { pages } from '@foyer/contracts/pages';
import { goesOn } from '../charge-in-words.ts';
import type { Template } from '../message.ts';

export const planResumed: Template<'plan-resumed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('Your {productName} PRO plan goes on', { productName }),
    preview: t('Your cancellation was taken back.'),
    heading: t('PRO goes on'),
    firstName: content.firstName,
    paragraphs: [`${t('Your cancellation was taken back.')} ${goesOn(content, context)}`],
    action: { label: t('See your plan'), url: context.link(pages.settingsBilling) },
    notes: [t('If it was not you, write to {supportEmail}.', { supportEmail })],
    why: t('You get this email because you pay for the PRO plan of your team.'),
  };
};
