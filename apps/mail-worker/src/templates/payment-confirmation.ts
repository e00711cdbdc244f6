import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const paymentConfirmation: Template<'payment-confirmation'> = (content, context) => {
  const { t, language, productName } = context;
  return {
    subject: t(
      'mails.paymentConfirmation.confirmSubject',
      'Your bank wants you to confirm your payment for {productName} PRO',
      { productName },
    ),
    preview: t('mails.paymentConfirmation.preview', 'One step is left.'),
    heading: t('common.confirmPayment', 'Confirm your payment'),
    firstName: content.firstName,
    paragraphs: [
      `${t('mails.paymentConfirmation.bankRequest', 'Your bank wants to hear from you before it pays for the next month of PRO. It takes a moment: open the page below, and answer your bank.')} ${t('common.proStaysUntil', 'PRO stays in place until {date}.', { date: dayInWords(content.endsOn, language) })}`,
    ],
    action: {
      label: t('common.confirmPayment', 'Confirm your payment'),
      url: context.link(pages.confirmPayment),
    },
    notes: [],
    why: t('mails.reasonPayingForPro', 'You get this email because you pay for the PRO plan of your team.'),
  };
};
