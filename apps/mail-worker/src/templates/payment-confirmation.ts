import { PAYMENT_GRACE_DAYS } from '@foyer/catalog/subscription-states';
import { pages } from '@foyer/contracts/pages';
import type { MailContents } from '@foyer/mail/mail-kinds';
import type { Message, MessageContext } from '../message.ts';

export function paymentConfirmation(
  content: MailContents['payment-confirmation'],
  context: MessageContext,
): Message {
  const { t, productName } = context;
  return {
    subject: t('Your bank wants you to confirm your payment for {productName} PRO', { productName }),
    preview: t('One step is left.'),
    heading: t('Confirm your payment'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'Your bank wants to hear from you before it pays for the next month of PRO. It takes a moment: open the page below, and answer your bank. Your plan stays as it is for {days, plural, one {# day} other {# days}}.',
        { days: PAYMENT_GRACE_DAYS },
      ),
    ],
    action: { label: t('Confirm your payment'), url: context.link(pages.confirmPayment) },
    notes: [],
    why: t('You get this email because you pay for the PRO plan of your team.'),
  };
}
