import { findCountry, findState } from '@foyer/catalog/countries';
import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import { quoteReply, type QuoteBody, type QuoteReply } from '@foyer/contracts/billing/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { typedCode } from '@foyer/contracts/identity/typed-code';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { send } from '../http/send.ts';
import { useDebouncedValue } from '../ui/use-debounced-value.ts';
import { useBillingPlace, type BillingPlace } from './billing-draft.ts';

const SETTLED_AFTER_MS = 500;
export const quoteKey = ['quote'];

type Quote = {
  state: 'unknown' | 'calculating' | 'quoted' | 'failed';
  quote: QuoteReply | undefined;
  retry(): void;
};

/**
 * Returns the price of PRO with tax, for the billing address in the form. All components that use this hook share one
 * request.
 */
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

function quoteQuery(place: BillingPlace) {
  const body = toQuoteBody(place);
  return queryOptions({
    queryKey: [...quoteKey, place],
    queryFn: body ? ({ signal }) => send(endpoints.quote, { body, reply: quoteReply, signal }) : skipToken,
    staleTime: Infinity,
  });
}

/**
 * Returns undefined until country, state and postal code are valid. In the United States, the street may change the
 * tax, but it is not required.
 */
export function toQuoteBody(place: BillingPlace): QuoteBody | undefined {
  const { addressLine1, addressLine2, countryCode, stateCode, city, postalCode, taxIdType, taxId } = place;
  const country = findCountry(countryCode);
  if (!country || (country.states && !findState(country, stateCode))) return undefined;
  const { isRequired, pattern } = findPostalCodeRule(countryCode);
  const code = typedCode(postalCode);
  if (code === '' ? isRequired : !pattern.test(code)) return undefined;
  return {
    country_code: countryCode,
    state_code: stateCode,
    postal_code: code,
    city: city.trim(),
    line1: addressLine1.trim(),
    line2: addressLine2.trim(),
    // Until the visitor types in the tax ID field, the call has no tax ID, and the server uses the stored one.
    ...(taxId === undefined ? {} : { tax_id_type: taxIdType, tax_id: taxId }),
  };
}
