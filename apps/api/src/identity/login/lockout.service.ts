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
  forgiveAttempts,
  lockCount,
  readLockoutState,
  uncountAttempt,
  type AccountKey,
  type LockoutKey,
  type LoginAccount,
} from './login-attempts.queries.ts';

/** Until the password check of an earlier attempt is over. */
const PENDING_RETRY_SECONDS = 1;

/** An attempt that may go on to the password check; `number` is its place in the count, from 1. */
export type LoginAttempt = LockoutKey & { number: number; account: LoginAccount | undefined };

/**
 * Counts login attempts for an address, with or without an account, on the database's clock (invariant 6 of
 * docs/security.md): by address in browsers new to it, by browser in one that has logged in to it before, so that a
 * stranger's lock does not shut the owner out, nor the owner's login give the stranger more attempts. An attempt is
 * counted before its password is checked, so that a burst gets no more of them than a patient attacker. The fifth
 * wrong one locks its count. Five are checked at once. The sixth must be sent again after a second: several people who log in
 * with one address at the same moment do not lock it.
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
   * Counts an attempt of the request's browser at an address and reads the account with it, by default the address's.
   * Throws `Locked` with the time left, `AttemptsPending` while five others are being checked.
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

  /**
   * Awaits an attempt's password check. An attempt whose check failed to run, as when too many wait for a core, is
   * taken back.
   */
  async awaitCheck(attempt: LoginAttempt, check: Promise<boolean>): Promise<boolean> {
    try {
      return await check;
    } catch (unchecked) {
      await uncountAttempt(this.pool, attempt);
      throw unchecked;
    }
  }

  /**
   * Records a wrong password: the last one allowed locks the count and mails the owner of the address. Returns what is
   * to be answered: `Locked` to that very one, so that nobody hears of the lock one try too late, else how many are
   * left. The same for addresses with and without an account.
   */
  async countWrong(
    attempt: LoginAttempt,
    request: RequestContext,
  ): Promise<{ locked?: Problem; left: number }> {
    const { email, number } = attempt;
    if (number < limits.wrongPasswords.size) return { left: limits.wrongPasswords.size - number };
    await this.prisma.$transaction(async (transaction) => {
      if (!(await lockCount(transaction, attempt))) return;
      await this.audit.record({ action: 'lockout', outcome: 'ok', email }, request, transaction);
      await this.accountMails.request(transaction, { email, reason: 'account-locked' });
    });
    // Read, not assumed: a right password may have deleted the count meanwhile, or another process locked it before.
    const state = await readLockoutState(this.pool, attempt);
    if (state?.lockedForMs != null) return { locked: lockedProblem(state.lockedForMs), left: 0 };
    return { left: state?.free ?? limits.wrongPasswords.size };
  }

  /** Deletes this count's attempts after a right password. */
  async forgive(attempt: LoginAttempt): Promise<void> {
    await forgiveAttempts(this.pool, attempt);
  }
}

function lockedProblem(lockedForMs: number): Problem {
  return new Problem('Locked', {
    retryAfterSeconds: Math.ceil(lockedForMs / 1000),
    details: { lockedForMs },
  });
}
