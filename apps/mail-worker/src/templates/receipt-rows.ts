import { cardName } from '@foyer/catalog/card-brands';
import { exactDollars } from '@foyer/catalog/money';
import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import type { Letter } from '../letter.ts';

/** The provider's days begin and end in UTC; a date alone needs no zone beside it. */
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A receipt, line by line (docs/product.md 9: subtotal, tax, charged today, next billing date). */
export function receiptRows({
  subtotal,
  tax,
  total,
  card,
  nextBillingDate,
}: MailedReceipt): NonNullable<Letter['rows']> {
  return [
    { label: 'Subtotal', value: exactDollars(subtotal) },
    { label: 'Tax', value: exactDollars(tax) },
    { label: 'Charged today', value: exactDollars(total) },
    ...(card ? [{ label: 'Card', value: cardName(card) }] : []),
    { label: 'Next billing date', value: date.format(new Date(nextBillingDate)) },
  ];
}
