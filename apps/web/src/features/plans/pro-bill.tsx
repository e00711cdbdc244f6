import { plans } from '@foyer/catalog/plans';
import type { ReactNode } from 'react';
import { nextBillingDate } from './next-billing-date.ts';
import { dollars, exactDollars } from './plan-price.tsx';
import styles from './plan-summary.module.css';

type ProBillProps = {
  /** What is known about the tax, in words. */
  tax?: ReactNode;
  /** In cents, once the tax is known. */
  quote?: { subtotal: number; tax: number; total: number } | undefined;
};

/** What PRO costs today and when it is charged again. */
export function ProBill({ tax = 'Calculated from your address', quote }: ProBillProps) {
  const { monthlyPriceCents } = plans.pro;
  return (
    <dl className={styles.bill}>
      <div>
        <dt>Subtotal</dt>
        <dd>{quote ? exactDollars(quote.subtotal) : dollars(monthlyPriceCents)}</dd>
      </div>
      <div>
        <dt>Tax</dt>
        <dd aria-live="polite">{quote ? exactDollars(quote.tax) : tax}</dd>
      </div>
      <div className={styles.total}>
        <dt>Charged today</dt>
        <dd aria-live="polite">
          {quote ? exactDollars(quote.total) : `${dollars(monthlyPriceCents)} plus tax`}
        </dd>
      </div>
      <div>
        <dt>Next billing date</dt>
        <dd>{nextBillingDate(new Date()).toLocaleDateString('en-US', { dateStyle: 'long' })}</dd>
      </div>
    </dl>
  );
}
