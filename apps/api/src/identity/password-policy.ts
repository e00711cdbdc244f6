import { Inject, Injectable } from '@nestjs/common';
import { normalizePassword, passwordProblems } from '@foyer/contracts/identity/password';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { Problem } from '../request/problem.ts';
import { LeakedPasswordsService } from './passwords/leaked-passwords.service.ts';
import { userInputs } from './passwords/user-inputs.ts';
import { PasswordThreads } from './passwords/password-threads.ts';

/** Whose password it is. */
export type PasswordOwner = { email: string; company: string; firstName?: string; lastName?: string };

/**
 * Password checks that only the server can make: guessable, leaked, or containing the person's own words
 * (docs/product.md 10).
 */
@Injectable()
export class PasswordPolicy {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly threads: PasswordThreads,
    private readonly leaked: LeakedPasswordsService,
  ) {}

  /** Throws `ValidationFailed` with a message for the form, or `Unavailable`. */
  async refuseWeak(password: string, owner: PasswordOwner): Promise<void> {
    const normalized = normalizePassword(password);
    const weakness =
      (await this.threads.checkStrength({
        password: normalized,
        userInputs: userInputs(owner, this.env.PRODUCT_NAME),
      })) ?? ((await this.leaked.has(normalized)) ? 'leaked' : undefined);
    if (!weakness) return;
    const message = passwordProblems[weakness];
    throw new Problem('ValidationFailed', { message, fields: { password: message } });
  }
}
