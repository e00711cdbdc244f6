import { Inject, Injectable } from '@nestjs/common';
import type { LoginBody, LoginReply } from '@foyer/contracts/identity/login';
import { PrismaClient } from '@foyer/db/client';
import { detached } from '@foyer/db/typed-sql';
import { AuditService } from '../../audit/audit.service.ts';
import { LockoutService } from '../lockout.service.ts';
import type { LoginAccount } from './login-attempts.queries.ts';
import { LoginGate } from '../admission.service.ts';
import { Passwords } from '../passwords.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Problem } from '../../request/problem.ts';
import { SessionService } from '../session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Injectable()
export class LoginService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly lockout: LockoutService,
    private readonly gate: LoginGate,
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly redirectTargets: RedirectTargets,
    private readonly audit: AuditService,
  ) {}

  /**
   * Signs in with address and password. An unknown address and an account without a password take the same time and
   * get the same answer as a wrong password; anything else about an account is revealed only with the right password. The
   * fourth wrong one is told that one is left, the fifth that it was the last.
   * Throws `Locked`, `AttemptsPending`, `Unauthorized`, and what `LoginGate.enter` does.
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
    const holds = detached
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('passwordHash', '=', passwordHash)
      .forShare();
    const changes = [this.lockout.forgiving(attempt)];
    const redirectURL = this.redirectTargets.decide(body.redirect);
    return this.gate.enter({ by: 'password', account: user, holds, changes, redirectURL }, request);
  }

  /** Ends a token's session; one that has ended already is not logged. */
  async logout(token: string, request: RequestContext): Promise<void> {
    const session = await this.sessions.find(token, request);
    await this.sessions.end(token);
    if (session)
      await this.audit.record(
        { action: 'logout', outcome: 'ok', userId: session.userId, email: session.user.email },
        request,
      );
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

  /** The hash with current parameters; an older one is replaced. Null if the password was changed meanwhile. */
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
