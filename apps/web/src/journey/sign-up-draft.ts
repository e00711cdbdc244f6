import { signUpFieldNames, type SignUpForm } from '@foyer/contracts/sign-up';
import { businessTypeValues } from '@foyer/catalog/business-types';
import * as z from 'zod/mini';
import { bySchema, stored } from './storage.ts';

const text = z.string().check(z.maxLength(500));

const signUpDraft = z.object({
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  businessName: text,
  businessType: z.union([z.enum(businessTypeValues), z.literal('')]),
  sqft: text,
  countryCode: text,
  stateCode: text,
  optIn: z.boolean(),
}) satisfies z.ZodMiniType<SignUpForm>;

/** The typed answers of the sign-up form, so that a refresh or Back loses none. It holds no secret. */
export const storedSignUpDraft = stored('sessionStorage', 'sign-up-draft', bySchema(signUpDraft));

export const emptySignUpForm: SignUpForm = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  businessName: '',
  businessType: '',
  sqft: '',
  countryCode: '',
  stateCode: '',
  optIn: false,
};

export const signUpFieldOrder = Object.keys(signUpFieldNames) as (keyof SignUpForm)[];
