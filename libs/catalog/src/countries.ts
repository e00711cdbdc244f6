import type { Country, State } from './country.ts';
import { countryRows } from './data/countries.ts';

const firstCountryCodes = ['US', 'AU', 'CA', 'DE', 'GB'];

/** The number of countries above the divider of the dropdown (docs/product.md 3). */
export const firstCountryCount = firstCountryCodes.length;

const alphabetical = new Intl.Collator('en');

function displayRank(country: Country): number {
  const index = firstCountryCodes.indexOf(country.code);
  return index === -1 ? firstCountryCount : index;
}

/** In display order: `firstCountryCodes`, then the rest by label (docs/product.md 3). */
export const countries: readonly Country[] = [...countryRows].sort(
  (a, b) => displayRank(a) - displayRank(b) || alphabetical.compare(a.label, b.label),
);

const countriesByCode = new Map(countries.map((country) => [country.code, country]));

const statesByCountryCode = new Map(
  countries.map(({ code, states = [] }) => [code, new Map(states.map((state) => [state.code, state]))]),
);

export function findCountry(code: string): Country | undefined {
  return countriesByCode.get(code);
}

export function findState(country: Country, code: string): State | undefined {
  return statesByCountryCode.get(country.code)?.get(code);
}
