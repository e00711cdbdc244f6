import { RefusalError } from './errors.ts';

/** What the server says against a password chosen with a registration, if that is what it refused. */
export function passwordProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  return error.fields.password ?? error.fields.confirm_password;
}
