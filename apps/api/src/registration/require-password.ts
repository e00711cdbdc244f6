import { answerProblems } from '@foyer/contracts/field-problems';
import { Problem } from '../request/problem.ts';

/** The password, which a mailed code needs and a shared code does without. Throws `ValidationFailed`. */
export function requirePassword({ password }: { password?: string | undefined }): string {
  if (password === undefined)
    throw new Problem('ValidationFailed', { fields: { password: answerProblems.passwordMissing } });
  return password;
}
