import type { MailContents } from '@foyer/mail/mail-kinds';
import { exactDollars } from '@foyer/catalog/money';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';
import { receiptRows } from './receipt-rows.ts';

export function renewalReceipt(content: MailContents['renewal-receipt'], context: MessageContext): Message {
  const { name } = plans.pro;
  const total = exactDollars(content.receipt.total);
  return {
    subject: `Your receipt for ${context.productName} ${name}: ${total}`,
    preview: `${name} was renewed for another month.`,
    heading: `${name} was renewed`,
    firstName: content.firstName,
    paragraphs: [`Your card was charged ${total}, and ${name} is yours for another month.`],
    rows: receiptRows(content.receipt),
    action: { label: 'See your plan and invoice', url: context.link(pages.settingsBilling) },
    notes: ['If you don’t want a mail about each renewal, say so where your plan is.'],
    why: context.t('You get this email because you pay for the PRO plan of your team.'),
  };
}
