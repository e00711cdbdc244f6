import type { QuoteReply } from '@foyer/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import { useBillingPlace } from './billing-draft.ts';
import { useDebouncedValue } from '../ui/use-debounced-value.ts';
import { quoteQuery, toQuoteBody } from './quote-query.ts';

const SETTLED_AFTER_MS = 500;

type Quote = {
  /** `unknown` until the tax can be computed. */
  state: 'unknown' | 'calculating' | 'quoted' | 'failed';
  /** Only for the address now in the form. */
  quote: QuoteReply | undefined;
  retry(): void;
};

/** The price of PRO at the typed address, by one shared call. */
export function useQuote(): Quote {
  const place = useBillingPlace();
  const settled = useDebouncedValue(place, SETTLED_AFTER_MS);
  const isComplete = toQuoteBody(place) !== undefined;
  const { data, isFetching, isPending, refetch } = useQuery(quoteQuery(settled));
  const retry = () => void refetch();
  if (!isComplete) return { state: 'unknown', quote: undefined, retry };
  if (place !== settled || isFetching || isPending) return { state: 'calculating', quote: undefined, retry };
  return { state: data ? 'quoted' : 'failed', quote: data, retry };
}
