/** Automatic tax by address. The rates are only for tests. */
import type Stripe from 'stripe';
import { isOfEuropeanUnion } from './tax-id-formats.ts';
import { invalidRequest, type StripeError } from './stripe-error.ts';

const PERCENT_BY_COUNTRY: Record<string, number> = {
  AT: 20,
  AU: 10,
  BE: 21,
  CA: 5,
  CH: 8.1,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  SE: 25,
};

/** Some US states that tax software, and the District of Columbia. Each has a single rate here. */
const PERCENT_BY_STATE: Record<string, number> = {
  AZ: 8.6,
  CT: 6.35,
  DC: 6,
  HI: 4.5,
  NY: 8.875,
  PA: 6,
  SC: 8,
  TN: 9.25,
  TX: 8.25,
  UT: 7.75,
  WA: 10.25,
};

/** Places whose rate differs from the rate of their state. The first match counts. */
const PERCENT_BY_PLACE: { state: string; city: string; street?: string; percent: number }[] = [
  { state: 'NY', city: 'New York', street: 'Border St', percent: 8.375 },
  { state: 'NY', city: 'Albany', percent: 8 },
];

export type TaxAddress = Partial<Stripe.Address> | null | undefined;

export interface Tax {
  percent: number;
  amount: number;
  reason: 'standard_rated' | 'reverse_charge' | 'not_collecting' | 'not_subject_to_tax';
}

/** A location that Stripe can tax has a country, and in the United States also a postal code. */
export function isTaxable(address: TaxAddress): boolean {
  const country = address?.country?.toUpperCase();
  if (!country || !/^[A-Z]{2}$/.test(country)) return false;
  if (country !== 'US') return true;
  const zip = address?.postal_code ?? '';
  return /^\d{5}(-\d{4})?$/.test(zip) && !zip.startsWith('00000');
}

/**
 * Returns the tax, or undefined for an unknown location. A business in the European Union with a VAT number pays the
 * tax itself, because the seller is outside the EU (https://docs.stripe.com/tax/zero-tax#reverse-charges).
 */
export function taxFor(
  address: TaxAddress,
  amount: number,
  taxIds: readonly { type: string }[] = [],
): Tax | undefined {
  if (!isTaxable(address)) return undefined;
  const country = address?.country?.toUpperCase() ?? '';
  if (isOfEuropeanUnion(country) && taxIds.some(({ type }) => type === 'eu_vat'))
    return { percent: 0, amount: 0, reason: 'reverse_charge' };
  const isUs = country === 'US';
  const percent = isUs ? percentIn(address) : PERCENT_BY_COUNTRY[country];
  if (percent === undefined) {
    return { percent: 0, amount: 0, reason: isUs ? 'not_subject_to_tax' : 'not_collecting' };
  }
  return { percent, amount: Math.round((amount * percent) / 100), reason: 'standard_rated' };
}

function percentIn(address: TaxAddress): number | undefined {
  const state = address?.state?.toUpperCase() ?? '';
  const isIn = (name: string | undefined, text: string | null | undefined): boolean =>
    name === undefined || (text ?? '').toUpperCase().includes(name.toUpperCase());
  const place = PERCENT_BY_PLACE.find(
    (one) => one.state === state && isIn(one.city, address?.city) && isIn(one.street, address?.line1),
  );
  return place?.percent ?? PERCENT_BY_STATE[state];
}

export function unknownLocation(): StripeError {
  return invalidRequest(
    "The customer's location isn't recognized. Set a valid customer address in order to automatically calculate tax.",
    { code: 'customer_tax_location_invalid' },
  );
}
