import { countries, firstCountryCount } from '@foyer/catalog/countries';
import type { Option } from '../ui/select-parts.ts';
import { currentLanguage } from '../words/current-language.ts';

/**
 * The countries in the visitor's language, by CLDR: the first ones of docs/product.md 3, then the others by that language's
 * collation. In English they are called and sorted as the catalogue does.
 */
export function countryOptions(): readonly Option[] {
  const language = currentLanguage();
  const options = countries.map(({ code, label }) => ({ value: code, label: countryName(code, label) }));
  const collation = new Intl.Collator(language);
  return [
    ...options.slice(0, firstCountryCount),
    ...options.slice(firstCountryCount).toSorted((one, other) => collation.compare(one.label, other.label)),
  ];
}

/** A country by its ISO code; `label` is its name in the catalogue. */
export function countryName(code: string, label: string): string {
  const language = currentLanguage();
  return language === 'en' ? label : (new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? label);
}
