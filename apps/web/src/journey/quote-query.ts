import { findCountry, findState } from '@foyer/catalog/countries';
import { findPostalCodeRule } from '@foyer/catalog/postal-codes';
import { typedCode } from '@foyer/contracts/typed-code';
import { quoteReply, type QuoteBody } from '@foyer/contracts/billing';
import { endpoints } from '@foyer/contracts/endpoints';
import { queryOptions, skipToken } from '@tanstack/react-query';
import { send } from '../http/send.ts';
import type { BillingPlace } from './billing-draft.ts';

/** The price of PRO at a place; disabled until the place is known. */
export function quoteQuery(place: BillingPlace) {
  const body = toQuoteBody(place);
  return queryOptions({
    queryKey: ['quote', place],
    queryFn: body ? ({ signal }) => send(endpoints.quote, { body, reply: quoteReply, signal }) : skipToken,
    staleTime: Infinity,
  });
}

/** Undefined until everything is known that the tax depends on. */
export function toQuoteBody(place: BillingPlace): QuoteBody | undefined {
  const { countryCode, stateCode, postalCode, taxIdType, taxId } = place;
  const country = findCountry(countryCode);
  if (!country || (country.states && !findState(country, stateCode))) return undefined;
  const { isRequired, pattern } = findPostalCodeRule(countryCode);
  const code = typedCode(postalCode);
  if (code === '' ? isRequired : !pattern.test(code)) return undefined;
  return {
    country_code: countryCode,
    state_code: stateCode,
    postal_code: code,
    city: '',
    // If absent, the server uses the stored tax ID.
    ...(taxId === undefined ? {} : { tax_id_type: taxIdType, tax_id: taxId }),
  };
}
