import * as z from 'zod/mini';
import { businessTypeValues, isPropertyType } from '@foyer/catalog/business-types';
import { meetingSpaceValues } from '@foyer/catalog/meeting-space';
import { say } from '@foyer/catalog/words/say';
import { planTypes, type PlanType } from '@foyer/catalog/plans';
import { emailField, VALID_EMAIL_REQUIRED } from '../email.ts';
import { CHOOSE_FROM_LIST, optionalText, REQUIRED_FIELD, requiredChoice, requiredText } from '../field.ts';
import { rulesOf, toWire, type FormOf, type Questions } from '../form.ts';
import { meetsPasswordRulesIfAny, optionalPasswordFields } from '../identity/password.ts';
import { consent, fieldsByPlace, placeProblems, placeQuestions, toFieldsByPlace } from '../place.ts';

const formTypes = [
  'PROPERTY_REGISTRATION',
  'PROPERTY_REGISTRATION_PRO',
  'FREEMIUM_SUCCESS',
  'FREEMIUM_SUCCESS_PRO',
] as const;
export type FormType = (typeof formTypes)[number];

/**
 * Returns the form type: `PROPERTY_REGISTRATION` for hotels, venues and CVB/DMO organisations, `FREEMIUM_SUCCESS` for
 * all others. The ending `_PRO` marks the PRO plan (docs/product.md 4).
 */
function formTypeFor(businessType: string, plan: PlanType): FormType {
  const base = isPropertyType(businessType) ? 'PROPERTY_REGISTRATION' : 'FREEMIUM_SUCCESS';
  return plan === 'pro' ? `${base}_PRO` : base;
}

export const personQuestions = {
  firstName: {
    wire: 'first_name',
    rule: requiredText(100),
    label: say('registration.signUp.firstNameLabel', 'First name'),
    autoComplete: 'given-name',
  },
  lastName: {
    wire: 'last_name',
    rule: requiredText(100),
    label: say('registration.signUp.lastNameLabel', 'Last name'),
    autoComplete: 'family-name',
  },
  email: {
    wire: 'email',
    rule: emailField(VALID_EMAIL_REQUIRED),
    label: say('common.email', 'Email'),
    type: 'email',
    autoComplete: 'email',
  },
  phone: {
    wire: 'phone',
    rule: requiredText(40),
    label: say('registration.phoneLabel', 'Phone'),
    type: 'tel',
    autoComplete: 'tel',
  },
} as const satisfies Questions;

/** The questions of the sign-up form, in focus order (docs/product.md 3, 5). */
export const signUpQuestions = {
  ...personQuestions,
  businessName: {
    wire: 'company',
    rule: requiredText(),
    column: 'company',
    label: say('registration.signUp.companyNameLabel', 'Company name'),
    autoComplete: 'organization',
  },
  businessType: {
    wire: 'business_type',
    rule: requiredChoice(businessTypeValues),
    label: say('registration.businessTypeLabel', 'Business type'),
  },
  sqft: {
    wire: 'sq_ft',
    rule: z.union([z.enum(meetingSpaceValues), z.literal('')], { error: CHOOSE_FROM_LIST }),
    column: 'meetingSpace',
    label: say('registration.signUp.meetingSpaceLabel', 'Meeting space capacity (sq ft)'),
  },
  ...placeQuestions,
} as const satisfies Questions;

export type SignUpForm = FormOf<typeof signUpQuestions> & { optIn: boolean };

export const signUpFields = { ...signUpQuestions, ...consent };

const { email: _email, ...questionsBesideEmail } = signUpQuestions;
export { questionsBesideEmail };

const answersBesideEmail = {
  ...rulesOf(questionsBesideEmail),
  ...fieldsByPlace,
  plan: z.enum(planTypes, { error: say('common.choosePlan', 'Choose a plan') }),
};

const answers = {
  ...answersBesideEmail,
  email: personQuestions.email.rule,
  sourceSite: z.optional(optionalText()),
};

const signUpBodyFields = z.strictObject({
  form_type: z.enum(formTypes, { error: 'Unknown form type' }),
  ...answers,
});

const answerFields = z.strictObject(answersBesideEmail);

function conditionalProblems(body: z.infer<typeof answerFields>): [string, string][] {
  const problems: [string, string][] = placeProblems(body);
  if (body.business_type === 'hotel' && body.sq_ft === '') problems.push(['sq_ft', REQUIRED_FIELD]);
  return problems;
}

export const signUpAnswers = answerFields.check((context) => {
  for (const [field, message] of conditionalProblems(context.value))
    context.issues.push({ code: 'custom', path: [field], message, input: context.value });
});
export type SignUpAnswers = z.infer<typeof signUpAnswers>;

/**
 * Body of `POST /register-by-email` (docs/product.md 3, 5). Derived values (form type, integration values, implied
 * consent) must match the answers.
 */
export const registerByEmailBody = signUpBodyFields.check((context) => {
  const body = context.value;
  const problems: [string, string][] = conditionalProblems(body);
  if (body.form_type !== formTypeFor(body.business_type, body.plan))
    problems.push(['form_type', 'Does not belong to the business type and plan']);
  for (const [field, message] of problems)
    context.issues.push({ code: 'custom', path: [field], message, input: body });
});
export type RegisterByEmailBody = z.infer<typeof registerByEmailBody>;

/**
 * Answer of `POST /register-by-email`: the same for a new, a pending and a taken address (invariant 7 of
 * docs/security.md).
 */
export const registerByEmailReply = z.object({ message: z.string(), user: z.object({ email: z.string() }) });
export type RegisterByEmailReply = z.infer<typeof registerByEmailReply>;

export function toSignUpAnswers(form: SignUpForm, plan: PlanType) {
  return { ...toWire(questionsBesideEmail, form), ...toFieldsByPlace(form), plan };
}

export function toRegisterByEmailBody(form: SignUpForm, plan: PlanType, sourceSite?: string) {
  return {
    form_type: formTypeFor(form.businessType, plan),
    email: form.email,
    ...toSignUpAnswers(form, plan),
    ...(sourceSite ? { sourceSite } : {}),
  };
}

const COLLABORATOR_FORM_TYPE = 'COLLAB_SIGNUP';

/**
 * Body of `POST /register-collaborator`: the answers, the invitation and, for a mailed code, a password
 * (docs/product.md 4). The email address must be the invitation's (docs/product.md 6).
 */
export const registerCollaboratorBody = z
  .strictObject({
    form_type: z.literal(COLLABORATOR_FORM_TYPE, { error: 'Unknown form type' }),
    ...answers,
    inviteId: requiredText(),
    ...optionalPasswordFields,
  })
  .check(meetsPasswordRulesIfAny, (context) => {
    for (const [field, message] of conditionalProblems(context.value))
      context.issues.push({ code: 'custom', path: [field], message, input: context.value });
  });
export type RegisterCollaboratorBody = z.infer<typeof registerCollaboratorBody>;

export function toRegisterCollaboratorBody(
  form: SignUpForm,
  plan: PlanType,
  invitation: {
    inviteId: string;
    password?: string;
    confirm_password?: string;
    sourceSite?: string | undefined;
  },
) {
  const { sourceSite, ...rest } = invitation;
  return { ...toRegisterByEmailBody(form, plan, sourceSite), form_type: COLLABORATOR_FORM_TYPE, ...rest };
}
