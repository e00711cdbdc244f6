import { TextButton } from '../../ui/text-link.tsx';
import { billingTerms } from '../../words/plan-texts.ts';
import { rich, t } from '../../words/t.ts';
import { ProBill } from './pro-bill.tsx';
import styles from './own-bill.module.css';
import { useQuote } from '../../journey/use-quote.ts';

/** The payer's bill, as far as the tax is known. */
export function OwnBill({ isQuoted }: { isQuoted: boolean }) {
  const { renewal, cancellation } = billingTerms();
  return (
    <>
      {isQuoted ? <QuotedBill /> : <ProBill />}
      <p className={styles.terms}>
        {renewal} {cancellation}
      </p>
    </>
  );
}

/** With the tax for the typed address, from the payment provider; estimated if that fails. */
function QuotedBill() {
  const { state, quote, retry } = useQuote();
  if (quote) return <ProBill quote={quote} />;
  if (state === 'calculating') return <ProBill tax={t('Calculating…')} />;
  if (state !== 'failed') return <ProBill />;
  return (
    <ProBill
      tax={rich('Could not be calculated. <retry>Try again</retry>', {
        retry: (words) => <TextButton onClick={retry}>{words}</TextButton>,
      })}
    />
  );
}
