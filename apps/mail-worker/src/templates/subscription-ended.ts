import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';

export function subscriptionEnded(
  content: MailContents['subscription-ended'],
  context: MessageContext,
): Message {
  return {
    subject: `Your ${context.productName} PRO plan has ended`,
    preview: 'You can take it up again at any time.',
    heading: 'Your PRO plan has ended',
    firstName: content.firstName,
    paragraphs: [
      content.endsAs === 'free'
        ? `Your PRO plan has ended. Your team is on the ${plans.free.name} now. You can take PRO up again at any time.`
        : 'Your PRO plan has ended. Log in to take it up again: your events and diagrams are waiting for you.',
    ],
    action: { label: 'Take PRO up again', url: context.link(pages.login) },
    notes: [],
    why: context.t('You get this email because you paid for the PRO plan of your team.'),
  };
}
