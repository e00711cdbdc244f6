import { exactDollars } from '@foyer/catalog/money';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';
import { receiptRows } from './receipt-rows.ts';

export function subscriptionStarted(
  content: MailContents['subscription-started'],
  context: LetterContext,
): Letter {
  return {
    subject: `Welcome to ${context.productName} PRO`,
    preview: content.receipt
      ? `Your receipt: ${exactDollars(content.receipt.total)}.`
      : 'Your payment went through.',
    heading: 'You are on PRO',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      'Thank you: your payment went through and PRO is yours. It renews every month until you cancel.',
    ],
    ...(content.receipt && { rows: receiptRows(content.receipt) }),
    action: { label: 'See your plan and invoice', url: context.link(pages.settingsBilling) },
    notes: ['Cancel whenever you like: PRO then ends with the month you have paid for.'],
  };
}
