import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function subscriptionEnded(
  content: MailContents['subscription-ended'],
  context: LetterContext,
): Letter {
  return {
    subject: `Your ${context.productName} PRO plan has ended`,
    preview: 'You can take it up again at any time.',
    heading: 'Your PRO plan has ended',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      content.endsAs === 'free'
        ? `Your PRO plan has ended. Your team is on the ${plans.free.name} now. You can take PRO up again at any time.`
        : 'Your PRO plan has ended. Log in to take it up again: your events and diagrams are waiting for you.',
    ],
    action: { label: 'Take PRO up again', url: context.link(pages.login) },
    notes: [],
  };
}
