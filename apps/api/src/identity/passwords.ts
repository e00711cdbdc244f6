import { Inject, Injectable } from '@nestjs/common';
import { normalizePassword, passwordProblems } from '@foyer/contracts/identity/password';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Problem } from '../request/problem.ts';
import { hasLeaked } from './passwords/leaked-passwords.ts';
import { PasswordHashes } from './passwords/password-hashes.ts';
import { checkStrength } from './passwords/password-threads.ts';
import { userInputs } from './passwords/user-inputs.ts';

export type PasswordOwner = { email: string; company: string; firstName?: string; lastName?: string };

@Injectable()
export class Passwords extends PasswordHashes {
  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    super();
  }

  /**
   * Throws `ValidationFailed` if a password is guessable, leaked, or contains the user's personal words
   * (docs/product.md 10). Throws `Unavailable` if the check fails.
   */
  async rejectWeak(password: string, owner: PasswordOwner): Promise<void> {
    const { PRODUCT_NAME, LEAKED_PASSWORDS_URL: list } = this.env;
    const normalized = normalizePassword(password);
    const weakness =
      (await checkStrength({ password: normalized, userInputs: userInputs(owner, PRODUCT_NAME) })) ??
      ((await hasLeaked(normalized, list)) ? 'leaked' : undefined);
    if (!weakness) return;
    const message = passwordProblems[weakness];
    throw new Problem('ValidationFailed', { message, fields: { password: message } });
  }
}
