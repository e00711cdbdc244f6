import { cardName } from '@foyer/catalog/card-brands';
import { exactDollars } from '@foyer/catalog/money';
import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import { dayInWords } from '../in-words.ts';
import type { Message } from '../message.ts';

/** A receipt, line by line (docs/product.md 9: subtotal, tax, charged today, next billing date). */
export function receiptRows({
  subtotal,
  tax,
  total,
  card,
  nextBillingDate,
}: MailedReceipt): NonNullable<Message['rows']> {
  return [
    { label: 'Subtotal', value: exactDollars(subtotal) },
    { label: 'Tax', value: exactDollars(tax) },
    { label: 'Charged today', value: exactDollars(total) },
    ...(card ? [{ label: 'Card', value: cardName(card) }] : []),
    { label: 'Next billing date', value: dayInWords(nextBillingDate) },
  ];
}
