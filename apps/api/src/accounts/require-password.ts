import { Problem } from '../request/problem.ts';

/** The password of who comes by a mailed code, which a shared one does without. Throws `ValidationFailed`. */
export function requirePassword({ password }: { password?: string | undefined }): string {
  if (password === undefined)
    throw new Problem('ValidationFailed', { fields: { password: 'Enter a password' } });
  return password;
}
