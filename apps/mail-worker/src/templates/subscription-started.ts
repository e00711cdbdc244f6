import { exactDollars } from '@foyer/catalog/money';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';
import { receiptRows } from './receipt-rows.ts';

export function subscriptionStarted(
  content: MailContents['subscription-started'],
  context: MessageContext,
): Message {
  return {
    subject: `Welcome to ${context.productName} PRO`,
    preview: content.receipt
      ? `Your receipt: ${exactDollars(content.receipt.total)}.`
      : 'Your payment went through.',
    heading: 'You are on PRO',
    firstName: content.firstName,
    paragraphs: [
      'Thank you: your payment went through and PRO is yours. It renews every month until you cancel.',
    ],
    ...(content.receipt && { rows: receiptRows(content.receipt) }),
    action: { label: 'See your plan and invoice', url: context.link(pages.settingsBilling) },
    notes: ['Cancel whenever you like: PRO then ends with the month you have paid for.'],
    why: context.t('You get this email because you took PRO for your team.'),
  };
}
