import { draftTextsOf, emptyForm } from '@foyer/contracts/form';
import { signUpQuestions, type SignUpForm } from '@foyer/contracts/registration/sign-up';
import * as z from 'zod/mini';
import { bySchema, stored } from '../navigation/storage.ts';

const signUpDraft = z.object({ ...draftTextsOf(signUpQuestions), optIn: z.boolean() });

/** Stored, so that a refresh or Back keeps the answers. They contain no secret. */
export const storedSignUpDraft = stored('sessionStorage', 'sign-up-draft', bySchema(signUpDraft));

export const emptySignUpForm: SignUpForm = { ...emptyForm(signUpQuestions), optIn: false };
