import { signUpFieldNames, type SignUpForm } from '@foyer/contracts/sign-up';
import type { FormErrors } from '../ui/use-form.ts';

/** Wire name -> text becomes form key -> text; a problem of a value the visitor cannot see is left out. */
export function toFormErrors(fields: Readonly<Record<string, string>>): FormErrors<SignUpForm> {
  return Object.fromEntries(
    Object.entries(signUpFieldNames)
      .filter(([, wireName]) => fields[wireName])
      .map(([key, wireName]) => [key, fields[wireName]]),
  );
}
