import { exactSum } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const latePayment: Template<'late-payment'> = (content, context) => {
  const { t, language, productName, supportEmail } = context;
  const { firstName, isRefunded } = content;
  const amount = exactSum(content.amount, content.currency, language);
  return {
    subject: isRefunded
      ? t('mails.latePayment.subjectRefunded', 'We refunded {amount} for {productName} PRO', {
          amount,
          productName,
        })
      : t('mails.latePayment.subject', 'You paid {amount} for a {productName} PRO plan that has ended', {
          amount,
          productName,
        }),
    preview: isRefunded
      ? t('mails.latePayment.previewRefunded', 'Your card was charged just as your plan ended.')
      : t('mails.latePayment.preview', 'Your plan had already ended when the payment arrived.'),
    heading: isRefunded
      ? t('mails.latePayment.headingRefunded', 'Your payment was refunded')
      : t('mails.latePayment.heading', 'Your payment arrived too late'),
    firstName,
    paragraphs: [
      isRefunded
        ? t(
            'mails.latePayment.introRefunded',
            'Your card was charged {amount} just as your PRO plan ended. We refunded it. It can take a few days to show on your statement.',
            { amount },
          )
        : t(
            'mails.latePayment.intro',
            'Your payment of {amount} arrived after your PRO plan had ended, so it wasn’t used. We’re aware of this. To get a refund, contact {supportEmail}.',
            { amount, supportEmail },
          ),
    ],
    action: {
      label: t('mails.latePayment.seePlan', 'See your plan and invoices'),
      url: context.link(pages.settingsBilling),
    },
    notes: [],
    why: t(
      'mails.reasonPaidForPro',
      'You’re receiving this email because you own a team whose PRO plan has ended.',
    ),
  };
};
