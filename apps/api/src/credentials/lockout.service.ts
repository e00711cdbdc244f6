import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { LOGIN_LOCKOUT_MS, WRONG_PASSWORDS_TO_LOCK } from '@foyer/contracts/login';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import type { Request } from 'express';
import { Pool } from 'pg';
import { AccountMailService } from '../accounts/account-mail.service.ts';
import { AuditService } from '../audit/audit.service.ts';
import { run } from '../database/statements.ts';
import { Refusal } from '../http/refusal.ts';

/** While as many tries as are allowed are being checked, the next one waits for their outcome this often and long. */
const POLL_MS = 25;
const MAX_POLLS = 400;

/** A try that may go on to the password check; `number` says the how-manieth it is. */
export type LoginTry<Account = object> = { email: string; number: number; account: Account | undefined };

/**
 * Counts tries for an address, with or without an account, on the database's clock (DESIGN invariant 6). A try is
 * counted before its password is checked, so no burst gets more tries than a patient attacker would. The fifth wrong
 * one locks the address. Tries beyond five that come while those are still being checked wait for the outcome: if one
 * of them was right they go on, so that a family of right passwords at once is no attack.
 */
@Injectable()
export class LockoutService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly accountMail: AccountMailService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Counts a try, and reads the row of `account`, which has a column `id`, with it. Throws `Locked` with the time that
   * is left.
   */
  async begin<Account extends { id: string }>(
    email: string,
    account: Prisma.Sql,
  ): Promise<LoginTry<Account>> {
    const statement = Prisma.sql`
      WITH try AS (${countTry(email)}) SELECT * FROM try LEFT JOIN (${account}) AS account ON true`;
    for (let poll = 0; poll < MAX_POLLS; poll++) {
      const [row] = await run<Account & { failed_count: number }>(this.pool, statement);
      if (row) return { email, number: row.failed_count, account: row.id ? row : undefined };
      await this.#refuseIfLocked(email);
      await sleep(POLL_MS);
    }
    // Whoever was checking is gone, a crashed process perhaps. Fail closed.
    await lock(this.prisma, email);
    await this.#refuseIfLocked(email);
    throw new Refusal('Unavailable');
  }

  /**
   * Waits for the check of a try's password. One that could not be made, because too many wait for a core for example, is
   * nobody's guess: the try does not count.
   */
  async settle({ email }: LoginTry, check: Promise<boolean>): Promise<boolean> {
    try {
      return await check;
    } catch (unchecked) {
      await this.prisma.$executeRaw`
        UPDATE login_lockouts SET failed_count = failed_count - 1
         WHERE email = ${email} AND locked_until IS NULL AND failed_count > 0`;
      throw unchecked;
    }
  }

  /** Takes note of a wrong password: the last one allowed locks the address and tells its owner by mail. */
  async countWrong(attempt: LoginTry, request: Request): Promise<void> {
    if (attempt.number < WRONG_PASSWORDS_TO_LOCK) return;
    const { email } = attempt;
    await this.prisma.$transaction(async (transaction) => {
      if (!(await lock(transaction, email))) return;
      await this.audit.record({ action: 'lockout', outcome: 'ok', email }, request, transaction);
      await this.accountMail.ask(transaction, { email, reason: 'account-locked' });
    });
  }

  /** The statement that forgets the tries after a right password. A lock that came in between stays. */
  forgiving(email: string): Prisma.Sql {
    return Prisma.sql`DELETE FROM login_lockouts WHERE email = ${email} AND locked_until IS NULL`;
  }

  /** Opens a locked address: its owner has just proved who they are by mail. */
  async unlock(transaction: Transaction, email: string): Promise<void> {
    await transaction.loginLockout.deleteMany({ where: { email } });
  }

  async #refuseIfLocked(email: string): Promise<void> {
    const { rows } = await this.pool.query<{ locked_for_ms: number }>(
      `SELECT ceil(extract(epoch FROM locked_until - now()) * 1000)::int AS locked_for_ms
         FROM login_lockouts WHERE email = $1 AND locked_until > now()`,
      [email],
    );
    const lockedForMs = rows[0]?.locked_for_ms;
    if (lockedForMs !== undefined)
      throw new Refusal('Locked', {
        retryAfterSeconds: Math.ceil(lockedForMs / 1000),
        details: { lockedForMs },
      });
  }
}

/** Locks the address, if it is not locked. Says whether it was this call that did. */
async function lock(transaction: Transaction, email: string): Promise<boolean> {
  const locked = await transaction.$executeRaw`
    UPDATE login_lockouts SET locked_until = now() + make_interval(secs => ${LOGIN_LOCKOUT_MS}::int / 1000)
     WHERE email = ${email} AND locked_until IS NULL`;
  return locked === 1;
}

/** Counts a try unless the address is locked or all tries are taken; a window or lock that is over begins anew. */
function countTry(email: string): Prisma.Sql {
  const isOver = Prisma.sql`
    (l.locked_until <= now() OR l.window_started_at <= now() - make_interval(secs => ${LOGIN_LOCKOUT_MS}::int / 1000))`;
  return Prisma.sql`
    INSERT INTO login_lockouts AS l (email, failed_count) VALUES (${email}, 1)
    ON CONFLICT (email) DO UPDATE SET
      failed_count = CASE WHEN ${isOver} THEN 1 ELSE l.failed_count + 1 END,
      window_started_at = CASE WHEN ${isOver} THEN now() ELSE l.window_started_at END,
      locked_until = NULL
    WHERE l.locked_until <= now()
       OR (l.locked_until IS NULL AND (l.failed_count < ${WRONG_PASSWORDS_TO_LOCK}::int OR ${isOver}))
    RETURNING failed_count`;
}
