import { signUpFieldNames, type SignUpForm } from '@foyer/contracts/sign-up';
import type { FormErrors } from '../ui/use-form.ts';

/** Maps wire names to form keys; problems of fields that are not shown are dropped. */
export function toFormErrors(fields: Readonly<Record<string, string>>): FormErrors<SignUpForm> {
  return Object.fromEntries(
    Object.entries(signUpFieldNames)
      .filter(([, wireName]) => fields[wireName])
      .map(([key, wireName]) => [key, fields[wireName]]),
  );
}
