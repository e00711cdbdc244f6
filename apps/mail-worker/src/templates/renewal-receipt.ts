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
    preview: t('mails.renewalReceipt.renewedForMonth', 'Your PRO plan renewed for another month.'),
    heading: t('mails.renewalReceipt.title', 'Your PRO plan renewed'),
    firstName: content.firstName,
    paragraphs: [chargedText(receipt, context)],
    rows: receiptRows(receipt, context),
    action: {
      label: t('mails.seePlanAndInvoice', 'See your plan and invoice'),
      url: context.link(pages.settingsBilling),
    },
    notes: [
      t(
        'mails.renewalReceipt.turnOffReceipts',
        'Don’t want an email for each renewal? Turn off receipts in your billing settings.',
      ),
    ],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};

function chargedText({ charged, currency, paidAt }: MailedReceipt, context: MessageContext): string {
  const { t, language } = context;
  if (charged.card === 0)
    return t(
      'mails.renewalReceipt.renewedWithoutCharge',
      'You have PRO for another month, and your card wasn’t charged.',
    );
  return t(
    'mails.renewalReceipt.renewedCharged',
    'We charged {sum} to your card on {date}. You have PRO for another month.',
    {
      sum: exactSum(charged.card, currency, language),
      date: dayInWords(paidAt, language),
    },
  );
}
