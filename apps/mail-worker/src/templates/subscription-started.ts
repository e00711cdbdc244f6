import { exactSum } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';
import { receiptRows } from './receipt-rows.ts';

export const subscriptionStarted: Template<'subscription-started'> = (content, context) => {
  const { t, language, productName } = context;
  return {
    subject: t('mails.subscriptionStarted.subject', 'Welcome to {productName} PRO', { productName }),
    preview: content.receipt
      ? t('mails.subscriptionStarted.preview', 'Your receipt: {total}.', {
          total: exactSum(content.receipt.total, content.receipt.currency, language),
        })
      : t('mails.subscriptionStarted.paymentWentThrough', 'Your payment went through.'),
    heading: t('mails.subscriptionStarted.title', 'You are on PRO'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.subscriptionStarted.explanation',
        'Thank you: your payment went through and PRO is yours. It renews every month until you cancel.',
      ),
    ],
    ...(content.receipt && { rows: receiptRows(content.receipt, context) }),
    action: {
      label: t('mails.seePlanAndInvoice', 'See your plan and invoice'),
      url: context.link(pages.settingsBilling),
    },
    notes: [
      t(
        'mails.subscriptionStarted.cancelAnytime',
        'Cancel whenever you like: PRO then ends with the month you have paid for.',
      ),
    ],
    why: t(
      'mails.subscriptionStarted.whyYouGetThis',
      'You get this email because you took PRO for your team.',
    ),
  };
};
