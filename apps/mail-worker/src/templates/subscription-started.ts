import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function subscriptionStarted(
  content: MailContents['subscription-started'],
  context: LetterContext,
): Letter {
  return {
    subject: `Welcome to ${context.productName} PRO`,
    preview: 'Your payment went through.',
    heading: 'You are on PRO',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      'Thank you: your payment went through and PRO is yours. It renews every month until you cancel.',
    ],
    action: { label: 'See your plan', url: context.link(pages.settingsBilling) },
    notes: ['Cancel whenever you like: PRO then ends with the month you have paid for.'],
  };
}
