import { plans } from '@foyer/catalog/plans';
import type { ReactNode } from 'react';
import { useQuote } from '../use-quote.ts';
import { dollars, exactSum } from '../../words/formats.ts';
import { t } from '../../words/t.ts';

/** Today's sum once it is known (docs/product.md 9), until then `until`. */
export function ChargedToday({ until }: { until: ReactNode }) {
  const { state, quote } = useQuote();
  if (quote) {
    const sum = exactSum(quote.total, quote.currency);
    return <>{t('Charged today {sum}', { sum })}</>;
  }
  if (state !== 'failed') return until;
  return <>{t('{price} plus tax', { price: dollars(plans.pro.monthlyPriceCents) })}</>;
}
