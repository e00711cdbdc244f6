import { exactDollars } from '@foyer/catalog/money';
import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import { cardInWords, dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

/** A receipt, line by line (docs/product.md 9: subtotal, tax, charged today, next billing date). */
export function receiptRows(
  { subtotal, tax, total, card, nextBillingDate }: MailedReceipt,
  { t, language }: MessageContext,
): NonNullable<Message['rows']> {
  return [
    { label: t('Subtotal'), value: exactDollars(subtotal, language) },
    { label: t('Tax'), value: exactDollars(tax, language) },
    { label: t('Charged today'), value: exactDollars(total, language) },
    ...(card ? [{ label: t('Card'), value: cardInWords(card, t) }] : []),
    { label: t('Next billing date'), value: dayInWords(nextBillingDate, language) },
  ];
}
