import type { MailContents } from '@foyer/mail/mail-kinds';
import { exactDollars } from '@foyer/catalog/money';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';
import { receiptRows } from './receipt-rows.ts';

export function renewalReceipt(content: MailContents['renewal-receipt'], context: MessageContext): Message {
  const { t, language, productName } = context;
  const total = exactDollars(content.receipt.total, language);
  return {
    subject: t('Your receipt for {productName} PRO: {total}', { productName, total }),
    preview: t('PRO was renewed for another month.'),
    heading: t('PRO was renewed'),
    firstName: content.firstName,
    paragraphs: [t('Your card was charged {total}, and PRO is yours for another month.', { total })],
    rows: receiptRows(content.receipt, context),
    action: { label: t('See your plan and invoice'), url: context.link(pages.settingsBilling) },
    notes: [t('If you don’t want a mail about each renewal, say so where your plan is.')],
    why: t('You get this email because you pay for the PRO plan of your team.'),
  };
}
