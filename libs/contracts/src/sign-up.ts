import * as z from 'zod/mini';
import { businessTypeValues, isPropertyType, type BusinessType } from '@foyer/catalog/business-types';
import { findCountry, findState } from '@foyer/catalog/countries';
import { meetingSpaceValues } from '@foyer/catalog/meeting-space';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { planTypes, type PlanType } from '@foyer/catalog/plans';
import { emailField, VALID_EMAIL_REQUIRED } from './email.ts';
import { optionalText, REQUIRED_FIELD, requiredChoice, requiredText } from './field.ts';

export const formTypes = [
  'PROPERTY_REGISTRATION',
  'PROPERTY_REGISTRATION_PRO',
  'FREEMIUM_SUCCESS',
  'FREEMIUM_SUCCESS_PRO',
] as const;
export type FormType = (typeof formTypes)[number];

/** SPEC 4: hotels, venues and CVB/DMO organisations register a property, everybody else signs up for freemium. */
export function formTypeFor(businessType: BusinessType, plan: PlanType): FormType {
  const base = isPropertyType(businessType) ? 'PROPERTY_REGISTRATION' : 'FREEMIUM_SUCCESS';
  return plan === 'pro' ? `${base}_PRO` : base;
}

const CHOOSE_FROM_LIST = 'Choose one from the list';

/** Country, state, their integration values and the consent that follows from them: the same in every sign-up body. */
const placeFields = {
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
function placeProblems(place: Place): [field: keyof Place, text: string][] {
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

const signUpFields = z.strictObject({
  form_type: z.enum(formTypes, { error: 'Unknown form type' }),
  first_name: requiredText(100),
  last_name: requiredText(100),
  email: emailField(VALID_EMAIL_REQUIRED),
  phone: requiredText(40),
  company: requiredText(),
  business_type: requiredChoice(businessTypeValues),
  sq_ft: z.union([z.enum(meetingSpaceValues), z.literal('')], { error: CHOOSE_FROM_LIST }),
  ...placeFields,
  plan: z.enum(planTypes, { error: 'Choose a plan' }),
  sourceSite: z.optional(optionalText()),
});

/**
 * Body of `POST /register-by-email` (SPEC 3, 5). The field rules and the rules between fields are one schema for
 * the form and the server. Values that follow from others (form type, integration values, implied consent) must be
 * what the catalogue says.
 */
export const registerByEmailBody = signUpFields.check((context) => {
  const body = context.value;
  const problems: [string, string][] = placeProblems(body);
  if (body.business_type === 'hotel' && body.sq_ft === '') problems.push(['sq_ft', REQUIRED_FIELD]);
  if (body.form_type !== formTypeFor(body.business_type, body.plan))
    problems.push(['form_type', 'Does not belong to the business type and plan']);
  for (const [field, message] of problems)
    context.issues.push({ code: 'custom', path: [field], message, input: body });
});
export type RegisterByEmailBody = z.infer<typeof registerByEmailBody>;

/** Answer of `POST /register-by-email`: the same for a new, a pending and a taken address (DESIGN invariant 7). */
export const registerByEmailReply = z.object({ message: z.string(), user: z.object({ email: z.string() }) });
export type RegisterByEmailReply = z.infer<typeof registerByEmailReply>;

/** The sign-up form as the visitor fills it in; keys as in SPEC 3. */
export type SignUpForm = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  businessName: string;
  businessType: BusinessType | '';
  sqft: string;
  countryCode: string;
  stateCode: string;
  optIn: boolean;
};

/** Form keys in focus order (SPEC 5) and the wire name of each. */
export const signUpFieldNames = {
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  businessName: 'company',
  businessType: 'business_type',
  sqft: 'sq_ft',
  countryCode: 'country_code',
  stateCode: 'state_code',
  optIn: 'opt_in',
} as const satisfies Record<keyof SignUpForm, keyof RegisterByEmailBody>;

/** The form as the wire wants it; not yet validated, so choices may still be empty. */
export function toRegisterByEmailBody(form: SignUpForm, plan: PlanType, sourceSite?: string) {
  const country = findCountry(form.countryCode);
  const state = country && findState(country, form.stateCode);
  return {
    form_type: form.businessType === '' ? 'FREEMIUM_SUCCESS' : formTypeFor(form.businessType, plan),
    first_name: form.firstName,
    last_name: form.lastName,
    email: form.email,
    phone: form.phone,
    company: form.businessName,
    business_type: form.businessType,
    sq_ft: form.sqft,
    country_code: form.countryCode,
    state_code: form.stateCode,
    country_integration_value: country?.integrationValue ?? '',
    state_integration_value: state?.integrationValue ?? '',
    opt_in: form.optIn || (country && isOptInImplied(country.code)) ? 'Yes' : 'No',
    plan,
    ...(sourceSite ? { sourceSite } : {}),
  };
}
