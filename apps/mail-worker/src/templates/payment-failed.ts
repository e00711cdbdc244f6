import { inSentences } from '@foyer/catalog/words/join';
import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { sumOfCharge } from '../charge-in-words.ts';
import { dayInWords } from '../in-words.ts';
import type { MessageContext, Template } from '../message.ts';

export const paymentFailed: Template<'payment-failed'> = (content, context) => {
  const { t, language, productName } = context;
  return {
    subject: t('mails.paymentFailed.subject', 'Your payment for {productName} PRO didn’t go through', {
      productName,
    }),
    preview: content.hasCard
      ? t('mails.paymentFailed.preview', 'Check your card to keep PRO.')
      : t('mails.paymentFailed.previewNoCard', 'Add a card to keep PRO.'),
    heading: t('mails.paymentFailed', 'Your payment didn’t go through'),
    firstName: content.firstName,
    paragraphs: [
      inSentences(
        [
          whatFailed(content, context),
          t('common.proStaysUntil', 'You keep PRO until {date}.', {
            date: dayInWords(content.endsOn, language),
          }),
        ],
        language,
      ),
    ],
    action: {
      label: content.hasCard ? t('mails.checkCard', 'Check your card') : t('common.addCard', 'Add a card'),
      url: context.link(pages.settingsBilling),
    },
    notes: [],
    why: t('mails.reasonPayingForPro', 'You’re receiving this email because you own a team on PRO.'),
  };
};

function whatFailed(
  { hasCard, nextCharge }: MailContents['payment-failed'],
  context: MessageContext,
): string {
  const { t, language } = context;
  if (!hasCard)
    return t('mails.paymentFailed.noCardAddOne', 'There’s no card on file to pay for PRO. Add one soon.');
  const failed = t(
    'mails.paymentFailed.checkCard',
    'We couldn’t charge your card for PRO. Check it or use another one.',
  );
  if (nextCharge?.kind !== 'retry') return failed;
  const sum = sumOfCharge(nextCharge, context);
  const date = dayInWords(nextCharge.at, language);
  return inSentences(
    [
      failed,
      t('mails.paymentFailed.retryOn', 'We’ll try to charge {sum} to your card again on {date}.', {
        sum,
        date,
      }),
    ],
    language,
  );
}
