import { countries, firstCountryCount } from '@foyer/catalog/countries';
import { japaneseReadings } from '@foyer/catalog/data/japanese-readings';
import type { Option } from '../ui/select-parts.ts';
import { currentLanguage } from '../words/current-language.ts';

/**
 * Returns the countries with their names: in English from libs/catalog, in other languages from CLDR. The countries of
 * docs/product.md 3 come first. All others follow in the sort order of the language; Japanese sorts by reading. The
 * search also finds readings, English names and ISO codes.
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

/** For these places, CLDR's long name begins with the kind of region in some languages. */
const namedShort = new Set(['HK', 'MO']);

export function countryName(code: string, label: string): string {
  const language = currentLanguage();
  if (language === 'en') return label;
  const style = namedShort.has(code) ? 'short' : 'long';
  return new Intl.DisplayNames(language, { type: 'region', style }).of(code) ?? label;
}
