import { declineInWords } from '@foyer/catalog/decline-reasons';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const paymentNotMade: Template<'payment-not-made'> = (content, context) => {
  const { t, productName } = context;
  const { reason, declineCode } = content;
  return {
    subject: t('mails.paymentNotMade.subject', 'Your card wasn’t charged for {productName} PRO', {
      productName,
    }),
    preview: t('mails.paymentNotMade.preview', 'Your payment didn’t go through. Nothing was charged.'),
    heading: t('mails.paymentFailed', 'Your payment didn’t go through'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.paymentNotMade.explanation',
        'We now know the outcome of your payment for PRO. It didn’t go through, and your card wasn’t charged.',
      ),
      ...(reason
        ? [declineInWords({ message: reason, declineCode }, context.language, context.inWords)]
        : []),
    ],
    action: { label: t('common.tryAgain', 'Try again'), url: context.link(pages.proUpgrade) },
    notes: [],
    why: t(
      'mails.paymentNotMade.whyYouGetThis',
      'You’re receiving this email because you tried to pay for PRO.',
    ),
  };
};
