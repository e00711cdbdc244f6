import { emptyForm } from '@foyer/contracts/form';
import {
  signUpQuestions,
  toRegisterByEmailBody,
  type RegisterByEmailBody,
  type SignUpForm,
} from '@foyer/contracts/registration/sign-up';

/** Questions without a value here get their label as the answer. */
export function signUpForm(changes: Partial<SignUpForm> = {}): SignUpForm {
  const form = emptyForm(signUpQuestions);
  for (const [key, { label }] of Object.entries(signUpQuestions)) Object.assign(form, { [key]: label });
  return {
    ...form,
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    phone: '+1 555 0100',
    businessName: 'Analytical Events',
    businessType: 'eventPlanner',
    sqft: '',
    countryCode: 'US',
    stateCode: 'CA',
    optIn: true,
    ...changes,
  };
}

export function signUpBody(changes: Partial<Record<keyof RegisterByEmailBody, unknown>> = {}) {
  return { ...toRegisterByEmailBody(signUpForm(), 'free'), ...changes };
}
