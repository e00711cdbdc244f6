import * as z from 'zod/mini';
import { findCountry, findState } from '@foyer/catalog/countries';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { CHOOSE_FROM_LIST, optionalText, REQUIRED_FIELD, requiredText } from './field.ts';

/** Country, state, their integration values and the consent that follows from them: the same in every sign-up body. */
export const placeFields = {
  country_code: requiredText(2),
  state_code: optionalText(3),
  country_integration_value: optionalText(),
  state_integration_value: optionalText(),
  opt_in: z.enum(['Yes', 'No'], { error: 'Say Yes or No' }),
};

type Place = {
  country_code: string;
  state_code: string;
  country_integration_value: string;
  state_integration_value: string;
  opt_in: 'Yes' | 'No';
};

/** What is wrong with a place, as wire name and text. Derived values must be the ones the catalogue gives. */
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

/** A place of a form as the wire wants it; not yet validated. */
export function toPlaceBody({
  countryCode,
  stateCode,
  optIn,
}: {
  countryCode: string;
  stateCode: string;
  optIn: boolean;
}): Place {
  const country = findCountry(countryCode);
  const state = country && findState(country, stateCode);
  return {
    country_code: countryCode,
    state_code: stateCode,
    country_integration_value: country?.integrationValue ?? '',
    state_integration_value: state?.integrationValue ?? '',
    opt_in: optIn || (country && isOptInImplied(country.code)) ? 'Yes' : 'No',
  };
}
