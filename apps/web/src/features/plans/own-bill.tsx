import { billingTerms } from '@foyer/catalog/plans';
import { TextButton } from '../../ui/text-link.tsx';
import { ProBill } from './pro-bill.tsx';
import styles from './own-bill.module.css';
import { useQuote } from '../../journey/use-quote.ts';

/** The payer's bill, as far as the tax is known. */
export function OwnBill({ isQuoted }: { isQuoted: boolean }) {
  return (
    <>
      {isQuoted ? <QuotedBill /> : <ProBill />}
      <p className={styles.terms}>
        {billingTerms[0]} {billingTerms[2]}
      </p>
    </>
  );
}

/** With the tax for the typed address, from the payment provider; estimated if that fails. */
function QuotedBill() {
  const { state, quote, retry } = useQuote();
  if (quote) return <ProBill quote={quote} />;
  if (state === 'calculating') return <ProBill tax="Calculating…" />;
  if (state !== 'failed') return <ProBill />;
  return (
    <ProBill
      tax={
        <>
          Could not be calculated. <TextButton onClick={retry}>Try again</TextButton>
        </>
      }
    />
  );
}
