import { ProblemError } from './errors.ts';

/** What the server says against a password chosen with a registration, if that is what it refused. */
function passwordProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.fields.password ?? error.fields.confirm_password;
}

/** The same for who registers by an invitation, who may also find that the address has an account, or no seat is left. */
export function invitedProblemOf(error: Error | null): string | undefined {
  if (error instanceof ProblemError && (isAccountThere(error) || error.code === 'SeatLimitReached'))
    return error.message;
  return passwordProblemOf(error);
}

export function isAccountThere(error: Error | null): boolean {
  return error instanceof ProblemError && error.code === 'AccountExists';
}
