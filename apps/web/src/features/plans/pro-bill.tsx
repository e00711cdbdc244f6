import { plans } from '@foyer/catalog/plans';
import type { QuoteReply } from '@foyer/contracts/billing';
import type { ReactNode } from 'react';
import { Rows } from '../../ui/rows.tsx';
import { dollars, exactDollars, longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import { nextBillingDate } from './next-billing-date.ts';
import styles from './own-bill.module.css';

type ProBillProps = {
  /** The tax in words, before it is known. */
  tax?: ReactNode;
  /** Once the tax is known. */
  quote?: QuoteReply | undefined;
};

/** What PRO costs today and when it is charged again (docs/product.md 9). */
export function ProBill({ tax = t('Calculated from your address'), quote }: ProBillProps) {
  const price = dollars(plans.pro.monthlyPriceCents);
  return (
    <div className={styles.bill}>
      <Rows
        rows={[
          { label: t('Subtotal'), value: quote ? exactDollars(quote.subtotal) : price },
          { label: t('Tax'), value: quote ? exactDollars(quote.tax) : tax },
          {
            label: t('Charged today'),
            value: quote ? exactDollars(quote.total) : t('{price} plus tax', { price }),
            isStrong: true,
          },
          { label: t('Next billing date'), value: longDate(nextBillingDate(new Date()).toISOString()) },
        ]}
      />
    </div>
  );
}
