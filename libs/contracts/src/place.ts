import * as z from 'zod/mini';
import { findCountry, findState } from '@foyer/catalog/countries';
import { say } from '@foyer/catalog/words/say';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { CHOOSE_FROM_LIST, optionalText, REQUIRED_FIELD, requiredText } from './field.ts';
import type { Questions } from './form.ts';

export const placeQuestions = {
  countryCode: {
    wire: 'country_code',
    rule: requiredText(2),
    label: say('common.country', 'Country'),
    autoComplete: 'country',
  },
  stateCode: {
    wire: 'state_code',
    rule: optionalText(3),
    label: say('common.stateOrProvince', 'State or province'),
    autoComplete: 'address-level1',
  },
} as const satisfies Questions;

/** Fields that depend on country and state: the integration values, and the consent, which some countries imply. */
export const fieldsByPlace = {
  country_integration_value: optionalText(),
  state_integration_value: optionalText(),
  opt_in: z.enum(['Yes', 'No'], { error: 'Say Yes or No' }),
};

/** The field of the consent to marketing, for a country where consent is not implied. */
export const consent = { optIn: { wire: 'opt_in' } } as const;

type Place = {
  country_code: string;
  state_code: string;
  country_integration_value: string;
  state_integration_value: string;
  opt_in: 'Yes' | 'No';
};

export function placeProblems(place: Place): [field: keyof Place, text: string][] {
  const country = findCountry(place.country_code);
  if (!country) return [['country_code', CHOOSE_FROM_LIST]];
  const problems: [keyof Place, string][] = [];
  if (place.country_integration_value !== country.integrationValue)
    problems.push(['country_integration_value', 'Does not belong to the country']);
  const state = findState(country, place.state_code);
  if (country.states && place.state_code === '') problems.push(['state_code', REQUIRED_FIELD]);
  else if (place.state_code !== '' && !state) problems.push(['state_code', 'Does not belong to the country']);
  else if (place.state_integration_value !== (state?.integrationValue ?? ''))
    problems.push(['state_integration_value', 'Does not belong to the state']);
  if (isOptInImplied(country.code) && place.opt_in !== 'Yes')
    problems.push(['opt_in', 'Is always Yes in this country']);
  return problems;
}

export function toFieldsByPlace({
  countryCode,
  stateCode,
  optIn,
}: {
  countryCode: string;
  stateCode: string;
  optIn: boolean;
}): Omit<Place, 'country_code' | 'state_code'> {
  const country = findCountry(countryCode);
  const state = country && findState(country, stateCode);
  return {
    country_integration_value: country?.integrationValue ?? '',
    state_integration_value: state?.integrationValue ?? '',
    opt_in: optIn || (country && isOptInImplied(country.code)) ? 'Yes' : 'No',
  };
}
