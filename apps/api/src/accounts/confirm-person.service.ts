import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { ago, typedSql } from '@foyer/db/typed-sql';
import { LockoutService } from './lockout.service.ts';
import { PasswordHasher } from '../credentials/password-hasher.ts';
import { Problem } from '../request/problem.ts';
import type { Session } from '../session/session.service.ts';
import type { RequestContext } from '../request/request-context.ts';

/** A login through the company counts as fresh for so long. */
const FRESH_LOGIN_MINUTES = 10;

/** Re-authentication: a session alone may have been found open, or stolen. */
@Injectable()
export class ConfirmPersonService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly lockout: LockoutService,
    private readonly hasher: PasswordHasher,
  ) {}

  /**
   * By the password, or, for a user without one, by a recent login. Throws `ValidationFailed` at `password`,
   * `Locked`, `ConfirmByLogin`.
   */
  async confirm(session: Session, password: string | undefined, request: RequestContext): Promise<void> {
    const { userId, id } = session;
    const user = await this.prisma.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
    if (user && user.passwordHash === null) {
      const fresh = await typedSql(this.prisma)
        .selectFrom('sessions')
        .select('id')
        .where('id', '=', id)
        .where('createdAt', '>', ago({ minutes: FRESH_LOGIN_MINUTES }))
        .executeTakeFirst();
      if (!fresh) throw new Problem('ConfirmByLogin');
    } else await this.checkPassword(session, password ?? '', 'password', request);
  }

  /**
   * The hash of the visitor's password, if this is it. Wrong guesses count towards the lockout as at login. `field`
   * is its name in the body. Throws `ValidationFailed`, `Locked`.
   */
  async checkPassword(
    session: Session,
    password: string,
    field: string,
    request: RequestContext,
  ): Promise<string> {
    const attempt = await this.lockout.begin(session.user.email, request, { id: session.userId });
    const hash = attempt.account?.passwordHash;
    const check = this.hasher.verify(password, hash);
    if (!(await this.lockout.awaitCheck(attempt, check)) || !hash) {
      const { locked } = await this.lockout.countWrong(attempt, request);
      throw locked ?? wrongPassword(field);
    }
    await this.lockout.forgive(attempt);
    return hash;
  }
}

export function wrongPassword(field: string): Problem {
  return new Problem('ValidationFailed', { fields: { [field]: 'That is not your current password' } });
}
