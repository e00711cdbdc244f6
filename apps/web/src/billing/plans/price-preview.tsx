import { plans } from '@foyer/catalog/plans';
import type { QuoteReply } from '@foyer/contracts/billing/billing';
import type { ReactNode } from 'react';
import { useQuote } from '../use-quote.ts';
import { Rows, type Row } from '../../ui/rows.tsx';
import { TextButton } from '../../ui/text-link.tsx';
import { dollars, exactSum, longDate } from '../../words/formats.ts';
import { inSentences } from '../../words/join.ts';
import { billingTerms } from '../../words/plan-texts.ts';
import { rich, t } from '../../words/t.ts';
import { nextBillingDate } from './next-billing-date.ts';
import styles from './price-preview.module.css';

export function PricePreview({ isQuoted }: { isQuoted: boolean }) {
  const { renewal, cancellation } = billingTerms();
  return (
    <>
      {isQuoted ? <QuotedBill /> : <ProBill />}
      <p className={styles.terms}>{inSentences(renewal, cancellation)}</p>
    </>
  );
}

function QuotedBill() {
  const { state, quote, retry } = useQuote();
  if (quote) return <ProBill quote={quote} />;
  if (state === 'calculating') return <ProBill tax={t('billing.pricePreview.calculating', 'Calculating…')} />;
  if (state !== 'failed') return <ProBill />;
  return (
    <ProBill
      tax={rich('billing.pricePreview.failedRetry', 'Couldn’t be calculated. <retry>Try again</retry>', {
        retry: (words) => <TextButton onClick={retry}>{words}</TextButton>,
      })}
    />
  );
}

type ProBillProps = {
  tax?: ReactNode;
  quote?: QuoteReply | undefined;
};

function ProBill({
  tax = t('billing.pricePreview.fromAddress', 'Calculated from your address'),
  quote,
}: ProBillProps) {
  return (
    <div className={styles.bill}>
      <Rows
        rows={[
          ...(quote ? quotedRows(quote) : estimatedRows(tax)),
          {
            label: t('common.nextBillingDate', 'Next billing date'),
            value: longDate(nextBillingDate(new Date()).toISOString()),
          },
        ]}
      />
    </div>
  );
}

function estimatedRows(tax: ReactNode): Row[] {
  const price = dollars(plans.pro.monthlyPriceCents);
  return [
    { label: t('common.subtotal', 'Subtotal'), value: price },
    { label: t('common.tax', 'Tax'), value: tax },
    {
      label: t('billing.pricePreview.totalLabel', 'Charged today'),
      value: t('billing.plusTax', '{price} plus tax', { price }),
      isStrong: true,
    },
  ];
}

/** The rows above the last one add up to the total. */
function quotedRows({ subtotal, discount, tax, balance, total, currency }: QuoteReply): Row[] {
  const inSum = (cents: number): string => exactSum(cents, currency);
  return [
    { label: t('common.subtotal', 'Subtotal'), value: inSum(subtotal) },
    ...(discount === 0 ? [] : [{ label: t('common.discount', 'Discount'), value: inSum(-discount) }]),
    { label: t('common.tax', 'Tax'), value: inSum(tax) },
    ...(balance < 0 ? [{ label: t('common.fromCredit', 'From your credit'), value: inSum(balance) }] : []),
    ...(balance > 0
      ? [{ label: t('common.owedFromBefore', 'Previous balance'), value: inSum(balance) }]
      : []),
    { label: t('billing.pricePreview.totalLabel', 'Charged today'), value: inSum(total), isStrong: true },
  ];
}
