import { countries, firstCountryCount } from '@foyer/catalog/countries';
import { japaneseReadings } from '@foyer/catalog/data/japanese-readings';
import type { Option } from '../ui/select-parts.ts';
import { currentLanguage } from '../words/current-language.ts';

/**
 * Lists the countries: in English with the catalogue's names, in other languages with names from CLDR. The countries of
 * docs/product.md 3 come first. The others follow in the sort order of the language (in Japanese, by reading). The
 * search finds a country by its name, its reading, its English name and its ISO code.
 */
export function countryOptions(): readonly Option[] {
  const language = currentLanguage();
  const options = countries.map(({ code, label }) => {
    const readings = (language === 'ja' && japaneseReadings.get(code)) || [];
    const name = countryName(code, label);
    return { value: code, label: name, search: [...readings, label, code], reading: readings[0] ?? name };
  });
  const collation = new Intl.Collator(language);
  return [
    ...options.slice(0, firstCountryCount),
    ...options
      .slice(firstCountryCount)
      .toSorted((one, other) => collation.compare(one.reading, other.reading)),
  ];
}

/** Places with their short CLDR name, because in some languages the long one begins with the kind of region. */
const namedShort = new Set(['HK', 'MO']);

/** Returns the name of a country by its ISO code. `label` is the name in the catalogue. */
export function countryName(code: string, label: string): string {
  const language = currentLanguage();
  if (language === 'en') return label;
  const style = namedShort.has(code) ? 'short' : 'long';
  return new Intl.DisplayNames(language, { type: 'region', style }).of(code) ?? label;
}
