import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';

export function paymentNotMade(content: MailContents['payment-not-made'], context: MessageContext): Message {
  return {
    subject: `Your card was not charged for ${context.productName} PRO`,
    preview: 'Your payment did not go through. Nothing was charged.',
    heading: 'Your payment did not go through',
    firstName: content.firstName,
    paragraphs: [
      'It took a while to hear what came of your payment for PRO. Now it is sure: it did not go through, and your card was not charged.',
      ...(content.reason ? [content.reason] : []),
    ],
    action: { label: 'Try again', url: context.link(pages.proUpgrade) },
    notes: [],
    why: context.t('You get this email because you wanted to pay for PRO.'),
  };
}
