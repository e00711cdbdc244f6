import type { PlanType } from '@foyer/catalog/plans';
import { endpoints } from '@foyer/contracts/endpoints';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { problemsAtKeys } from '@foyer/contracts/form';
import {
  registerByEmailBody,
  registerByEmailReply,
  signUpFields,
  toRegisterByEmailBody,
  type SignUpForm,
} from '@foyer/contracts/registration/sign-up';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { storedVerification } from '../verification.ts';
import { routes } from '../../routes.ts';
import type { FormErrors } from '../../ui/use-form.ts';

export function validateSignUp(form: SignUpForm, plan: PlanType): FormErrors<SignUpForm> {
  const result = registerByEmailBody.safeParse(toBody(form, plan));
  return result.success ? {} : problemsAtKeys(signUpFields, fieldsOf(result.error.issues));
}

function toBody(form: SignUpForm, plan: PlanType) {
  return toRegisterByEmailBody(form, plan, readArrival().sourceSite || undefined);
}

export function useSignUp(plan: PlanType, showErrors: (errors: FormErrors<SignUpForm>) => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (form: SignUpForm) =>
      send(endpoints.registerByEmail, { body: toBody(form, plan), reply: registerByEmailReply }),
    onSuccess: ({ user }) => {
      storedVerification.write({ email: user.email, sentAtMs: Date.now() });
      void navigate(routes.verifyEmail);
    },
    onError: (error) => {
      const errors = error instanceof ProblemError ? problemsAtKeys(signUpFields, error.fields) : {};
      if (Object.keys(errors).length > 0) showErrors(errors);
      else void navigate(routes.failureGeneral);
    },
  });
}
