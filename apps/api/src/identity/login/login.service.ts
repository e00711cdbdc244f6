import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody, LoginReply } from '@foyer/contracts/identity/login';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { LockoutService } from './lockout.service.ts';
import { lockAccountByPassword } from './lock-account.queries.ts';
import { clearAttempts, type LoginAccount } from './login-attempts.queries.ts';
import { Admission } from '../admission.service.ts';
import { FactorRecoveries } from '../factor-recoveries.service.ts';
import { PasswordHashes } from '../passwords/password-hashes.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class LoginService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly lockout: LockoutService,
    private readonly recoveries: FactorRecoveries,
    private readonly admission: Admission,
    private readonly passwords: PasswordHashes,
    private readonly audit: AuditService,
  ) {}

  /**
   * An unknown address and an account without a password take the same time and get the same response as a wrong
   * password. Only the correct password reveals other facts about an account. Throws `Locked`, `AttemptsPending`,
   * `Unauthorized`, `Unavailable` when too many hashes wait, and what `LoginCompletion.complete` throws.
   */
  async login(body: LoginBody, request: RequestContext): Promise<LoginReply> {
    const { email, password } = body;
    const attempt = await this.#begin(email, request);
    const user = attempt.account;
    const isRight = await this.lockout.awaitCheck(
      attempt,
      this.passwords.verify(password, user?.passwordHash),
    );
    if (!isRight || !user) {
      const { locked, left } = await this.lockout.countWrong(attempt, request);
      await this.audit.record({ action: 'login', outcome: 'Unauthorized', email, userId: user?.id }, request);
      throw locked ?? new Problem('Unauthorized', left === 1 ? { details: { triesLeft: left } } : {});
    }
    const passwordHash = await this.#renewHash(user, password);
    const lost = await this.#removeLostFactor(user, request);
    const account = lost.isRemoved ? { ...user, secondFactorAt: null } : user;
    const { id, secondFactorAt } = account;
    return this.admission.admit(
      {
        account,
        means: { by: 'password' },
        lock: (db) => lockAccountByPassword(db, { id, passwordHash, secondFactorAt }),
        noteUse: (db) => clearAttempts(db, attempt),
        details: {},
        recoveryEndsAt: lost.endsAt,
        redirect: body.redirect,
      },
      request,
    );
  }

  async #removeLostFactor({ id, deactivatedAt, secondFactorAt }: LoginAccount, request: RequestContext) {
    if (deactivatedAt !== null || secondFactorAt === null) return { isRemoved: false };
    return this.recoveries.finish(id, request);
  }

  async #begin(email: string, request: RequestContext) {
    try {
      return await this.lockout.begin(email, request);
    } catch (refused) {
      if (refused instanceof Problem)
        await this.audit.record({ action: 'login', outcome: refused.code, email }, request);
      throw refused;
    }
  }

  /** Replaces an outdated hash and returns the current one. Returns null if the password has changed meanwhile. */
  async #renewHash({ id, passwordHash }: LoginAccount, password: string): Promise<string | null> {
    if (!this.passwords.isOutdated(passwordHash)) return passwordHash;
    const renewed = await this.passwords.hash(password);
    const { count } = await this.prisma.user.updateMany({
      where: { id, passwordHash },
      data: { passwordHash: renewed },
    });
    if (count === 1) return renewed;
    const user = await this.prisma.user.findUnique({ where: { id }, select: { passwordHash: true } });
    return (await this.passwords.verify(password, user?.passwordHash)) ? (user?.passwordHash ?? null) : null;
  }
}
