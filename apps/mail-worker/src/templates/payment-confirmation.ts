import { inSentences } from '@foyer/catalog/words/join';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const paymentConfirmation: Template<'payment-confirmation'> = (content, context) => {
  const { t, language, productName } = context;
  return {
    subject: t('mails.paymentConfirmation.confirmSubject', 'Approve your payment for {productName} PRO', {
      productName,
    }),
    preview: t('mails.paymentConfirmation.preview', 'Your bank needs your approval.'),
    heading: t('common.confirmPayment', 'Approve your payment'),
    firstName: content.firstName,
    paragraphs: [
      inSentences(
        [
          t(
            'mails.paymentConfirmation.bankRequest',
            'Your bank needs you to approve your latest payment for PRO. It only takes a moment.',
          ),
          t('common.proStaysUntil', 'You keep PRO until {date}.', {
            date: dayInWords(content.endsOn, language),
          }),
        ],
        language,
      ),
    ],
    action: {
      label: t('common.confirmPayment', 'Approve your payment'),
      url: context.link(pages.confirmPayment),
    },
    notes: [],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};
