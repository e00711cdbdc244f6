import { exactSum } from '@foyer/catalog/money';
import type { MailedReceipt } from '@foyer/mail/mail-kinds';
import { cardInWords, dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function receiptRows(
  receipt: MailedReceipt,
  { t, language }: MessageContext,
): NonNullable<Message['rows']> {
  const { subtotal, discount, tax, total, charged, card, paidAt, nextBillingDate } = receipt;
  const sum = (cents: number) => exactSum(cents, receipt.currency, language);
  const isCardAlone = charged.card === total;
  const date = dayInWords(paidAt, language);
  return [
    { label: t('common.subtotal', 'Subtotal'), value: sum(subtotal) },
    ...(discount > 0 ? [{ label: t('common.discount', 'Discount'), value: sum(-discount) }] : []),
    { label: t('common.tax', 'Tax'), value: sum(tax) },
    ...(isCardAlone ? [] : [{ label: t('common.receiptTotal', 'Total ## receipt'), value: sum(total) }]),
    ...(charged.credit > 0
      ? [{ label: t('common.fromCredit', 'From your credit'), value: sum(-charged.credit) }]
      : []),
    ...(charged.credit < 0
      ? [{ label: t('common.owedFromBefore', 'Previous balance'), value: sum(-charged.credit) }]
      : []),
    ...(charged.outside > 0
      ? [{ label: t('common.paidWithoutCard', 'Paid another way'), value: sum(-charged.outside) }]
      : []),
    { label: t('common.chargedOn', 'Charged to your card on {date}', { date }), value: sum(charged.card) },
    ...(card ? [{ label: t('common.card', 'Card'), value: cardInWords(card, t) }] : []),
    ...(nextBillingDate
      ? [
          {
            label: t('common.nextBillingDate', 'Next billing date'),
            value: dayInWords(nextBillingDate, language),
          },
        ]
      : []),
  ];
}
