import type { MailContents } from '@foyer/mail/mail-kinds';
import { PAYMENT_GRACE_DAYS } from '@foyer/catalog/subscription-states';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';

export function paymentFailed(content: MailContents['payment-failed'], context: MessageContext): Message {
  return {
    subject: `Your payment for ${context.productName} PRO did not go through`,
    preview: 'Please check your card.',
    heading: 'Your payment did not go through',
    firstName: content.firstName,
    paragraphs: [
      `We could not charge your card for PRO. Please check it, or use another one. We will try again; your plan stays as it is for ${PAYMENT_GRACE_DAYS} days.`,
    ],
    action: { label: 'Check your card', url: context.link(pages.settingsBilling) },
    notes: [],
    why: context.t('You get this email because you pay for the PRO plan of your team.'),
  };
}
