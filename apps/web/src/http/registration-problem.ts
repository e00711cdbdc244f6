import { ProblemError } from './errors.ts';

/** The server's problem with a password chosen at registration, if any. */
function passwordProblemOf(error: Error | null): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  return error.fields.password ?? error.fields.confirm_password;
}

/** The same for an invited person. The address may already have an account, or the team may have no free seat. */
export function invitedProblemOf(error: Error | null): string | undefined {
  if (error instanceof ProblemError && (isAccountThere(error) || error.code === 'SeatLimitReached'))
    return error.message;
  return passwordProblemOf(error);
}

export function isAccountThere(error: Error | null): boolean {
  return error instanceof ProblemError && error.code === 'AccountExists';
}
