import { ProblemError } from './errors.ts';

function passwordProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.fields.password ?? error.fields.confirm_password;
}

export function invitedProblemOf(error: Error | null): string | undefined {
  if (error instanceof ProblemError && (isAccountExistsError(error) || error.code === 'SeatLimitReached'))
    return error.message;
  return passwordProblemOf(error);
}

export function isAccountExistsError(error: Error | null): boolean {
  return error instanceof ProblemError && error.code === 'AccountExists';
}
