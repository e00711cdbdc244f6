import type { MailContents } from '@foyer/mail/mail-kinds';
import { PAYMENT_GRACE_DAYS } from '@foyer/catalog/subscription-states';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';

export function paymentFailed(content: MailContents['payment-failed'], context: MessageContext): Message {
  const { t, productName } = context;
  return {
    subject: t('Your payment for {productName} PRO did not go through', { productName }),
    preview: t('Please check your card.'),
    heading: t('Your payment did not go through'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'We could not charge your card for PRO. Please check it, or use another one. We will try again; your plan stays as it is for {days, plural, one {# day} other {# days}}.',
        { days: PAYMENT_GRACE_DAYS },
      ),
    ],
    action: { label: t('Check your card'), url: context.link(pages.settingsBilling) },
    notes: [],
    why: t('You get this email because you pay for the PRO plan of your team.'),
  };
}
