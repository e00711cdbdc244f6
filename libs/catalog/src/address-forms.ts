import { findCountry } from './countries.ts';
import { japanesePrefectures } from './data/japanese-prefectures.ts';

export type AddressPart =
  | 'addressLine1'
  | 'addressLine2'
  | 'countryCode'
  | 'stateCode'
  | 'city'
  | 'postalCode';

type AddressForm = {
  /** The country comes before the fields that depend on it. */
  readonly fields: readonly AddressPart[];
  readonly lines: readonly (readonly AddressPart[])[];
  readonly separator: string;
  readonly countries: ReadonlySet<string>;
};

const general: AddressForm = {
  fields: ['addressLine1', 'addressLine2', 'countryCode', 'stateCode', 'city', 'postalCode'],
  lines: [['addressLine1'], ['addressLine2'], ['city', 'stateCode', 'postalCode']],
  separator: ', ',
  countries: new Set(),
};

/** Based on libaddressinput (https://chromium-i18n.appspot.com/ssl-address). */
const forms: readonly AddressForm[] = [
  {
    fields: ['addressLine1', 'addressLine2', 'countryCode', 'stateCode', 'postalCode', 'city'],
    lines: [['addressLine1'], ['addressLine2'], ['postalCode', 'city']],
    separator: ' ',
    countries: new Set(
      (
        'AD AR AT BA BE BG CH CL CY CZ DE DK DZ EE ES FI FO FR GL GP GR HR IL IS IT LI LT LU MA MC ME MK MQ NC NL NO PF PL PT ' +
        'RE RO RS SE SI SK SM TN TR VA XK'
      ).split(' '),
    ),
  },
  {
    fields: ['countryCode', 'postalCode', 'stateCode', 'city', 'addressLine1', 'addressLine2'],
    lines: [['postalCode'], ['stateCode', 'city'], ['addressLine1'], ['addressLine2']],
    separator: ' ',
    countries: new Set(['CN', 'JP', 'KR', 'TW']),
  },
];

export function addressFormOf(countryCode: string): AddressForm {
  return forms.find(({ countries }) => countries.has(countryCode)) ?? general;
}

export function addressLines(address: Readonly<Record<AddressPart, string>>): string[] {
  const { lines, separator } = addressFormOf(address.countryCode);
  return lines
    .map((parts) =>
      parts
        .map((part) => address[part])
        .filter(Boolean)
        .join(separator),
    )
    .filter(Boolean);
}

/** Japan's prefectures are not in the `states` of `Country`, because sign-ups would then ask for them. */
export function regionsOf(
  countryCode: string,
): readonly { readonly code: string; readonly label: string }[] | undefined {
  return countryCode === 'JP' ? japanesePrefectures : findCountry(countryCode)?.states;
}

export function isRegionValid(countryCode: string, code: string): boolean {
  const regions = regionsOf(countryCode);
  return !regions || regions.some((region) => region.code === code);
}
