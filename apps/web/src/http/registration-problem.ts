import { ProblemError } from './errors.ts';

function passwordProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.fields.password ?? error.fields.confirm_password;
}

/** Returns undefined for an error that is not about the password, an existing account or the seats. */
export function invitedProblemOf(error: Error | null): string | undefined {
  if (error instanceof ProblemError && (isAccountThere(error) || error.code === 'SeatLimitReached'))
    return error.message;
  return passwordProblemOf(error);
}

export function isAccountThere(error: Error | null): boolean {
  return error instanceof ProblemError && error.code === 'AccountExists';
}
