import { languages, type LanguageTag } from '@foyer/catalog/languages';
import { timeZoneNamed } from '@foyer/catalog/time-zones';
import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { CHOOSE_FROM_LIST, optionalText, requiredText } from '../field.ts';
import { fromColumns, rulesOf, toWire, type FormOf, type Questions } from '../form.ts';
import { consent, fieldsByPlace, placeProblems, placeQuestions, toFieldsByPlace } from '../place.ts';
import { personQuestions, signUpQuestions } from '../registration/sign-up.ts';
import { teamMemberQuestions } from '../teams/team.ts';

/**
 * The questions of the profile form, in focus order. Only the names are required, because each sign-up form asks only
 * some of the other questions, and a company sign-in asks none.
 */
export const profileQuestions = {
  firstName: personQuestions.firstName,
  lastName: personQuestions.lastName,
  phone: { ...personQuestions.phone, rule: optionalText(40) },
  jobTitle: { ...teamMemberQuestions.jobTitle, rule: optionalText() },
  businessName: { ...signUpQuestions.businessName, rule: optionalText() },
  countryCode: { ...placeQuestions.countryCode, rule: optionalText(2) },
  stateCode: placeQuestions.stateCode,
} as const satisfies Questions;

const ownChoices = {
  language: { wire: 'language', label: say('common.language', 'Language') },
  timeZone: { wire: 'time_zone', label: say('account.profile.timeZoneLabel', 'Time zone') },
  teamName: {
    wire: 'team_name',
    label: say('account.profile.teamNameLabel', 'Team name'),
    autoComplete: 'off',
  },
} as const;
export { ownChoices as profileChoices };

export const profileFields = { ...profileQuestions, ...consent, ...ownChoices };

export type ProfileForm = FormOf<typeof profileQuestions> & {
  optIn: boolean;
  language: string;
  /** Empty for the browser's time zone. */
  timeZone: string;
  teamName: string;
};

const tags = languages.map(({ tag }) => tag);
const language = z.enum(tags, { error: CHOOSE_FROM_LIST });

const timeZone = z
  .string()
  .check(z.refine((name) => name === '' || timeZoneNamed(name) !== undefined, CHOOSE_FROM_LIST));

const NOWHERE = { country_integration_value: '', state_code: '', state_integration_value: '', opt_in: 'No' };

/**
 * Body of `PATCH /settings/profile`. Only owners can send `team_name`. Without a country, the fields that depend on it
 * must be empty, and `opt_in` must be `No`. With a country, the rules of a sign-up apply to country, state and
 * `opt_in`.
 */
export const profileBody = z
  .strictObject({
    ...rulesOf(profileQuestions),
    ...fieldsByPlace,
    language,
    time_zone: timeZone,
    team_name: z.optional(requiredText()),
  })
  .check((context) => {
    const body = context.value;
    for (const [field, message] of body.country_code === '' ? nowhereProblems(body) : placeProblems(body))
      context.issues.push({ code: 'custom', path: [field], message, input: body });
  });
export type ProfileBody = z.infer<typeof profileBody>;

function nowhereProblems(body: Readonly<Record<keyof typeof NOWHERE, string>>): [string, string][] {
  return Object.entries(NOWHERE)
    .filter(([field, none]) => Object.entries(body).some(([name, said]) => name === field && said !== none))
    .map(([field]) => [field, 'Belongs to a country']);
}

export function toProfileBody(form: ProfileForm, isOwner: boolean) {
  return {
    ...toWire(profileQuestions, form),
    ...toFieldsByPlace(form),
    language: form.language,
    time_zone: form.timeZone,
    ...(isOwner ? { team_name: form.teamName } : {}),
  };
}

export const profileReply = z.object({
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  job_title: z.string(),
  company: z.string(),
  country_code: z.string(),
  state_code: z.string(),
  opt_in: z.enum(['Yes', 'No']),
  language: z.string(),
  time_zone: z.string(),
  /** Only for the team's owner. */
  team_name: z.optional(z.string()),
  /** The name of the identity provider, if a company manages the user's name and email address. */
  managed_by: z.optional(z.string()),
});
export type ProfileReply = z.infer<typeof profileReply>;

export const toProfileAnswers = (row: Parameters<typeof fromColumns<typeof profileQuestions>>[1]) =>
  fromColumns(profileQuestions, row);

export const chooseLanguageBody = z.strictObject({ language });
export type ChooseLanguageBody = { language: LanguageTag };
