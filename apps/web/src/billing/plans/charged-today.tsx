import { plans } from '@foyer/catalog/plans';
import type { ReactNode } from 'react';
import { useQuote } from '../use-quote.ts';
import { dollars, exactSum } from '../../words/formats.ts';
import { t } from '../../words/t.ts';

/**
 * Shows `until` while the charge is unknown, and the price plus tax if the charge could not be calculated
 * (docs/product.md 9).
 */
export function ChargedToday({ until }: { until: ReactNode }) {
  const { state, quote } = useQuote();
  if (quote) {
    const sum = exactSum(quote.total, quote.currency);
    return <>{t('billing.chargedToday', 'Charged today: {sum}', { sum })}</>;
  }
  if (state !== 'failed') return until;
  return <>{t('billing.plusTax', '{price} plus tax', { price: dollars(plans.pro.monthlyPriceCents) })}</>;
}
