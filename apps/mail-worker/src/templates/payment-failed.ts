import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { sumOfCharge } from '../charge-in-words.ts';
import { dayInWords } from '../in-words.ts';
import type { MessageContext, Template } from '../message.ts';

export const paymentFailed: Template<'payment-failed'> = (content, context) => {
  const { t, language, productName } = context;
  return {
    subject: t('mails.paymentFailed.subject', 'Your payment for {productName} PRO did not go through', {
      productName,
    }),
    preview: t('mails.paymentFailed.preview', 'Please check your card.'),
    heading: t('mails.paymentFailed', 'Your payment did not go through'),
    firstName: content.firstName,
    paragraphs: [
      `${whatFailed(content, context)} ${t('common.proStaysUntil', 'PRO stays in place until {date}.', { date: dayInWords(content.endsOn, language) })}`,
    ],
    action: { label: t('mails.checkCard', 'Check your card'), url: context.link(pages.settingsBilling) },
    notes: [],
    why: t('mails.reasonPayingForPro', 'You get this email because you pay for the PRO plan of your team.'),
  };
};

function whatFailed(
  { hasCard, nextCharge }: MailContents['payment-failed'],
  context: MessageContext,
): string {
  const { t, language } = context;
  if (!hasCard)
    return t('mails.paymentFailed.noCardAddOne', 'There is no card on file that pays for PRO. Add one.');
  const failed = t(
    'mails.paymentFailed.checkCard',
    'We could not charge your card for PRO. Check it, or use another one.',
  );
  if (nextCharge?.kind !== 'retry') return failed;
  const sum = sumOfCharge(nextCharge, context);
  const date = dayInWords(nextCharge.at, language);
  return `${failed} ${t('mails.paymentFailed.retryOn', 'We’ll try your card again for {sum} on {date}.', { sum, date })}`;
}
