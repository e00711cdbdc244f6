import { declineInWords } from '@foyer/catalog/decline-reasons';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const paymentNotMade: Template<'payment-not-made'> = (content, context) => {
  const { t, productName } = context;
  const { reason, declineCode } = content;
  return {
    subject: t('mails.paymentNotMade.subject', 'Your card was not charged for {productName} PRO', {
      productName,
    }),
    preview: t('mails.paymentNotMade.preview', 'Your payment did not go through. Nothing was charged.'),
    heading: t('mails.paymentFailed', 'Your payment did not go through'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.paymentNotMade.explanation',
        'It took a while to hear what came of your payment for PRO. Now it is sure: it did not go through, and your card was not charged.',
      ),
      ...(reason
        ? [declineInWords({ message: reason, declineCode }, context.language, context.inWords)]
        : []),
    ],
    action: { label: t('common.tryAgain', 'Try again'), url: context.link(pages.proUpgrade) },
    notes: [],
    why: t('mails.paymentNotMade.whyYouGetThis', 'You get this email because you wanted to pay for PRO.'),
  };
};
