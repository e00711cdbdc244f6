import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { Pool } from 'pg';
import { limits } from '../../config/limits.ts';
import { AccountMails } from '../account-mails.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { KnownDevicesService } from './known-devices.service.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import {
  countAttempt,
  clearAttempts,
  lockCounter,
  readLockoutState,
  uncountAttempt,
  type AccountKey,
  type LockoutKey,
  type LoginAccount,
} from './login-attempts.queries.ts';

const PENDING_RETRY_SECONDS = 1;

/** `number` is the place of the attempt in the count, from 1. */
export type LoginAttempt = LockoutKey & { number: number; account: LoginAccount | undefined };

/**
 * Counts login attempts for an address, with or without an account (invariant 6 of docs/security.md). All browsers that
 * are new to the address share one counter. Each known browser has its own. So a stranger's lock does not lock out the
 * user, and the user's login does not reset the stranger's count.
 *
 * Attempts are counted before the password check, so a burst gets no more checks than a patient attacker. The fifth
 * wrong password locks its counter. While five attempts are counted and some are still being checked, further attempts
 * are not counted and must be repeated.
 */
@Injectable()
export class LockoutService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly devices: KnownDevicesService,
    private readonly accountMails: AccountMails,
    private readonly audit: AuditService,
  ) {}

  /**
   * Counts a login attempt of the request's browser for an address, and reads the account (by default the one of the
   * address) in the same statement. Throws `Locked`, and `AttemptsPending` while five attempts are counted and some of
   * them are still being checked.
   */
  async begin(
    email: string,
    request: RequestContext,
    account: AccountKey = { email },
  ): Promise<LoginAttempt> {
    const count = { email, deviceId: await this.devices.find(request, email) };
    const row = await countAttempt(this.pool, count, account);
    if (row?.number != null) return { ...count, number: row.number, account: row.account ?? undefined };
    if (row?.lockedForMs != null) throw lockedProblem(row.lockedForMs);
    throw new Problem('AttemptsPending', { retryAfterSeconds: PENDING_RETRY_SECONDS });
  }

  async awaitCheck(attempt: LoginAttempt, check: Promise<boolean>): Promise<boolean> {
    try {
      return await check;
    } catch (unchecked) {
      await uncountAttempt(this.pool, attempt);
      throw unchecked;
    }
  }

  /**
   * The last allowed attempt locks the counter and mails the user of the address. Returns the number of attempts left,
   * and the problem `Locked` if the counter is locked. The result does not depend on whether the address has an
   * account.
   */
  async countWrong(
    attempt: LoginAttempt,
    request: RequestContext,
  ): Promise<{ locked?: Problem; left: number }> {
    const { email, number } = attempt;
    if (number < limits.wrongPasswords.size) return { left: limits.wrongPasswords.size - number };
    await this.prisma.$transaction(async (transaction) => {
      if (!(await lockCounter(transaction, attempt))) return;
      await this.audit.record({ action: 'lockout', outcome: 'ok', email }, request, transaction);
      await this.accountMails.request(transaction, { email, reason: 'account-locked' });
    });
    // Reads the count again, because meanwhile a correct password may have deleted it, or another attempt may have
    // locked it.
    const state = await readLockoutState(this.pool, attempt);
    if (state?.lockedForMs != null) return { locked: lockedProblem(state.lockedForMs), left: 0 };
    return { left: state?.free ?? limits.wrongPasswords.size };
  }

  async clear(attempt: LoginAttempt): Promise<void> {
    await clearAttempts(this.pool, attempt);
  }
}

function lockedProblem(lockedForMs: number): Problem {
  return new Problem('Locked', {
    retryAfterSeconds: Math.ceil(lockedForMs / 1000),
    details: { lockedForMs },
  });
}
