import { PAYMENT_GRACE_DAYS } from '@foyer/catalog/subscription-states';
import { pages } from '@foyer/contracts/pages';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function paymentConfirmation(
  content: MailContents['payment-confirmation'],
  context: LetterContext,
): Letter {
  return {
    subject: `Your bank wants you to confirm your payment for ${context.productName} PRO`,
    preview: 'One step is left.',
    heading: 'Confirm your payment',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      `your bank wants to hear from you before it pays for the next month of PRO. It takes a moment: open the page below, and answer your bank. Your plan stays as it is for ${PAYMENT_GRACE_DAYS} days.`,
    ],
    action: { label: 'Confirm your payment', url: context.link(pages.confirmPayment) },
    notes: [],
  };
}
