import { dollars, exactDollars } from '@foyer/catalog/money';
import { plans } from '@foyer/catalog/plans';
import type { ReactNode } from 'react';
import { useQuote } from '../../journey/use-quote.ts';

/** Today's sum once it is known (docs/product.md 9), until then `until`. */
export function ChargedToday({ until }: { until: ReactNode }) {
  const { state, quote } = useQuote();
  if (quote) return <>Charged today {exactDollars(quote.total)}</>;
  return state === 'failed' ? <>{dollars(plans.pro.monthlyPriceCents)} plus tax</> : until;
}
