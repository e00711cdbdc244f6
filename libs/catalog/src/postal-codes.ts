export type PostalCodeRule = { readonly isRequired: boolean; readonly pattern: RegExp };

/** The formats by country. Other countries have the format `anywhere`. */
const patterns: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}$/, // docs/product.md 5: exactly five digits
  AU: /^\d{4}$/,
  CA: /^[A-CEGHJ-NPR-TVXY]\d[A-CEGHJ-NPR-TV-Z] ?\d[A-CEGHJ-NPR-TV-Z]\d$/i,
  DE: /^\d{5}$/,
  GB: /^(?:GIR ?0AA|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})$/i,
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i,
  IN: /^\d{3} ?\d{3}$/,
  IT: /^\d{5}$/,
  JP: /^\d{3}-?\d{4}$/,
  MX: /^\d{5}$/,
  NL: /^\d{4} ?[A-Z]{2}$/i,
  NO: /^\d{4}$/,
  NZ: /^\d{4}$/,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}-?\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  SG: /^\d{6}$/,
};

/** Countries in which most addresses have no postal code. */
const without: ReadonlySet<string> = new Set(
  (
    'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GD GH GM GQ GY HK KI KM KN KP LY ML MO MR MW NR NU QA ' +
    'RW SB SC SL SR SS ST SY TD TG TK TL TO TV UG VU YE ZW'
  ).split(' '),
);

const anywhere = /^[A-Z\d](?:[A-Z\d -]{0,10}[A-Z\d])?$/i;

export function findPostalCodeRule(countryCode: string): PostalCodeRule {
  return { isRequired: !without.has(countryCode), pattern: patterns[countryCode] ?? anywhere };
}
