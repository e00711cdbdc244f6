import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import { exactSum } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { MessageContext, Template } from '../message.ts';
import { receiptRows } from './receipt-rows.ts';

export const renewalReceipt: Template<'renewal-receipt'> = (content, context) => {
  const { t, language, productName } = context;
  const { receipt } = content;
  const total = exactSum(receipt.total, receipt.currency, language);
  return {
    subject: t('mails.renewalReceipt.subject', 'Your receipt for {productName} PRO: {total}', {
      productName,
      total,
    }),
    preview: t('mails.renewalReceipt.renewedForMonth', 'PRO was renewed for another month.'),
    heading: t('mails.renewalReceipt.title', 'PRO was renewed'),
    firstName: content.firstName,
    paragraphs: [whatWasCharged(receipt, context)],
    rows: receiptRows(receipt, context),
    action: {
      label: t('mails.seePlanAndInvoice', 'See your plan and invoice'),
      url: context.link(pages.settingsBilling),
    },
    notes: [
      t(
        'mails.renewalReceipt.turnOffReceipts',
        'If you don’t want a mail about each renewal, say so where your plan is.',
      ),
    ],
    why: t('mails.reasonPayingForPro', 'You get this email because you pay for the PRO plan of your team.'),
  };
};

function whatWasCharged({ charged, currency, paidAt }: MailedReceipt, context: MessageContext): string {
  const { t, language } = context;
  if (charged.card === 0)
    return t(
      'mails.renewalReceipt.renewedWithoutCharge',
      'PRO is yours for another month, and your card was not charged.',
    );
  return t(
    'mails.renewalReceipt.renewedCharged',
    'Your card was charged {sum} on {date}, and PRO is yours for another month.',
    {
      sum: exactSum(charged.card, currency, language),
      date: dayInWords(paidAt, language),
    },
  );
}
