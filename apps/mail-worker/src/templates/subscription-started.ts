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
      : t('mails.subscriptionStarted.previewUnpaid', 'Thanks for subscribing.'),
    heading: t('mails.subscriptionStarted.title', 'You’re on PRO'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.subscriptionStarted.explanation',
        'Thanks for subscribing. PRO renews every month until you cancel.',
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
        'You can cancel at any time. You keep PRO until the end of the month you’ve paid for.',
      ),
    ],
    why: t(
      'mails.subscriptionStarted.whyYouGetThis',
      'You’re receiving this email because you subscribed your team to PRO.',
    ),
  };
};
