import { Inject, Injectable } from '@nestjs/common';
import { accessOf, type Access } from '@foyer/catalog/subscription-states';
import type { LoginBody, LoginReply } from '@foyer/contracts/login';
import type { ProblemCode } from '@foyer/contracts/problem';
import { PrismaClient } from '@foyer/db/client';
import { detached, together, typedSql, valueOf } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { NewDeviceNoticeService } from '../../accounts/new-device-notice.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { KnownDevicesService } from '../../credentials/known-devices.service.ts';
import { LockoutService, type LoginAttempt } from '../../accounts/lockout.service.ts';
import type { LoginAccount } from '../../accounts/login-attempts.ts';
import { PasswordHasher } from '../../credentials/password-hasher.ts';
import { isMissingValue } from '../../database/conflicts.ts';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Problem } from '../../request/problem.ts';
import { SessionService, toSessionUser } from '../../session/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

/** Cookie values after a login. */
type Tokens = { sessionToken: string; deviceToken: string };
export type LoggedIn = Tokens & { reply: LoginReply };
/** The team's subscription has ended: the session is restricted. */
export type Restricted = Tokens & { problem: Problem };

@Injectable()
export class LoginService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly lockout: LockoutService,
    private readonly devices: KnownDevicesService,
    private readonly newDevices: NewDeviceNoticeService,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly redirectTargets: RedirectTargets,
    private readonly audit: AuditService,
  ) {}

  /**
   * Signs in with address and password. An unknown address and an account without a password take the same time and
   * get the same answer as a wrong password; anything else about an account is revealed only with the right password. The
   * fourth wrong one is told that one is left, the fifth that it was the last.
   * Throws `Locked`, `Unauthorized`, `Deactivated`.
   */
  async login(body: LoginBody, request: RequestContext): Promise<LoggedIn | Restricted> {
    const { email, password } = body;
    const attempt = await this.#begin(email, request);
    const user = attempt.account;
    const isRight = await this.lockout.awaitCheck(attempt, this.hasher.verify(password, user?.passwordHash));
    if (!isRight || !user) {
      const { locked, left } = await this.lockout.countWrong(attempt, request);
      await this.#record('Unauthorized', email, user?.id, request);
      throw locked ?? new Problem('Unauthorized', left === 1 ? { details: { triesLeft: left } } : {});
    }
    if (user.deactivatedAt) {
      await this.lockout.forgive(attempt);
      return this.#refuse('Deactivated', email, user.id, request);
    }
    const access = accessOf(
      { status: user.subscriptionStatus, endsAs: user.endsAs },
      user.ownerId === user.id,
    );
    const tokens = await this.#startSession(attempt, user, password, access, request);
    if (access !== 'full') return { problem: new Problem('SubscriptionEnded'), ...tokens };
    return {
      ...tokens,
      reply: {
        message: 'OK',
        user: toSessionUser({
          user_id: user.id,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          team_name: user.teamName,
        }),
        hasIncompleteBilling: user.hasIncompleteBilling,
        redirectURL: this.redirectTargets.decide(body.redirect),
      },
    };
  }

  /** Ends a token's session; one that has ended already is not logged. */
  async logout(token: string, request: RequestContext): Promise<void> {
    const session = await this.sessions.find(token);
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

  /**
   * Deletes the attempts, logs the login, remembers the browser and starts the session, all or nothing. If the
   * password was changed since the check, no session starts: the change has ended all sessions, and this one must not
   * outlive it.
   */
  async #startSession(
    attempt: LoginAttempt,
    user: LoginAccount,
    password: string,
    access: Access,
    request: RequestContext,
  ): Promise<Tokens> {
    const { id, email } = user;
    const passwordHash = await this.#renewHash(user, password);
    const outcome = access === 'full' ? 'ok' : 'SubscriptionEnded';
    const checkedUser = detached
      .selectFrom('users')
      .select('id')
      .where('id', '=', id)
      .where('passwordHash', '=', passwordHash)
      .forShare();
    const session = this.sessions.starting(valueOf(checkedUser), request, { access });
    const device = await this.devices.remembering(user, user.hasKnownDevices, request);
    const event = this.audit.recording({ action: 'login', outcome, email, userId: id }, request);
    const login = [this.lockout.forgiving(attempt), event.statement, ...device.statements, session.statement];
    try {
      // One statement is a transaction by itself; with the job about a new browser it is several.
      if (device.isNew && user.hasKnownDevices)
        await this.prisma.$transaction(async (transaction) => {
          await together(transaction, ...login);
          await this.newDevices.ask(transaction, id);
        });
      else await together(this.pool, ...login);
    } catch (error) {
      if (isMissingValue(error, 'sessions', 'user_id'))
        return this.#refuse('Unauthorized', email, id, request);
      throw error;
    }
    event.report();
    return { sessionToken: session.token, deviceToken: device.token };
  }

  /** The hash with current parameters; an older one is replaced. Null if the password was changed meanwhile. */
  async #renewHash({ id, passwordHash }: LoginAccount, password: string): Promise<string | null> {
    if (!this.hasher.isOutdated(passwordHash)) return passwordHash;
    const renewed = await this.hasher.hash(password);
    const isRenewed = await this.prisma.$transaction(async (transaction) => {
      const user = await typedSql(transaction)
        .selectFrom('users')
        .select('passwordSetAt')
        .where('id', '=', id)
        .where('passwordHash', '=', passwordHash)
        .forNoKeyUpdate()
        .executeTakeFirst();
      if (!user) return false;
      await transaction.user.update({ where: { id }, data: { passwordHash: renewed }, select: { id: true } });
      // A trigger has recorded a change of the password, but it is the same one.
      const { passwordSetAt } = user;
      await transaction.user.update({ where: { id }, data: { passwordSetAt }, select: { id: true } });
      return true;
    });
    if (isRenewed) return renewed;
    const user = await this.prisma.user.findUnique({ where: { id }, select: { passwordHash: true } });
    return (await this.hasher.verify(password, user?.passwordHash)) ? (user?.passwordHash ?? null) : null;
  }

  async #refuse(
    code: ProblemCode,
    email: string,
    userId: string | undefined,
    request: RequestContext,
  ): Promise<never> {
    await this.#record(code, email, userId, request);
    throw new Problem(code);
  }

  async #record(outcome: ProblemCode, email: string, userId: string | undefined, request: RequestContext) {
    await this.audit.record({ action: 'login', outcome, email, userId }, request);
  }
}
