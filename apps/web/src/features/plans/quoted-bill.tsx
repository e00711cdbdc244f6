import { useQuery } from '@tanstack/react-query';
import { useBillingPlace } from '../../journey/billing-draft.ts';
import { TextButton } from '../../ui/text-link.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { ProBill } from './pro-bill.tsx';
import { quoteQuery, toQuoteBody } from './quote-query.ts';

const SETTLED_AFTER_MS = 500;

/** The bill with the tax of the typed address, as the payment provider will charge it. If it cannot say, we do. */
export function QuotedBill() {
  const place = useBillingPlace();
  const settled = useSettled(place, SETTLED_AFTER_MS);
  const isComplete = toQuoteBody(place) !== undefined;
  const quote = useQuery(quoteQuery(settled));
  if (!isComplete) return <ProBill />;
  if (place !== settled || quote.isFetching || quote.isPending) return <ProBill tax="Calculating…" />;
  if (quote.data) return <ProBill quote={quote.data} />;
  return (
    <ProBill
      tax={
        <>
          Could not be calculated. <TextButton onClick={() => void quote.refetch()}>Try again</TextButton>
        </>
      }
    />
  );
}
