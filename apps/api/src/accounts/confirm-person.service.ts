import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { answerProblems } from '@foyer/contracts/field-problems';
import { PROOF_MINUTES } from '@foyer/contracts/security';
import { ago, flag, typedSql } from '@foyer/db/typed-sql';
import { LockoutService } from './lockout.service.ts';
import { PasswordHasher } from '../credentials/password-hasher.ts';
import { Problem } from '../request/problem.ts';
import { AuditService } from '../audit/audit.service.ts';
import { SessionCookie } from '../session/session-cookie.ts';
import { SessionService, type ProvingPasskey, type Session } from '../session/session.service.ts';
import type { RequestContext } from '../request/request-context.ts';

/**
 * Step-up (ASVS 7.5, decision 76): a session alone may have been found open, or stolen. A sensitive call asks for a fresh
 * proof of who is there; one that takes the password itself is proved by that.
 */
@Injectable()
export class ConfirmPersonService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly lockout: LockoutService,
    private readonly hasher: PasswordHasher,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly audit: AuditService,
  ) {}

  /**
   * Refuses a session whose person proved who they are longer ago than `PROOF_MINUTES`, by the database's clock. Throws
   * `ProofNeeded`, and `SignInRequired` to a session that ended meanwhile.
   */
  async requireFreshProof({ id, userId }: Session): Promise<void> {
    const standing = await typedSql(this.prisma)
      .selectFrom('users as u')
      .leftJoin('sessions as s', (join) => join.onRef('s.userId', '=', 'u.id').on('s.id', '=', id))
      .select((row) => [
        flag(row('s.provedAt', '>', ago({ minutes: PROOF_MINUTES }))).as('isFresh'),
        flag(row('s.id', 'is not', null)).as('hasSession'),
        flag(row('u.passwordHash', 'is not', null)).as('hasPassword'),
        flag(row.exists(row.selectFrom('passkeys as p').select('p.id').whereRef('p.userId', '=', 'u.id'))).as(
          'hasPasskey',
        ),
        // The one that the session began at, if there are several.
        row
          .selectFrom('ssoIdentities as i')
          .innerJoin('identityProviders as c', 'c.id', 'i.identityProviderId')
          .select('c.name')
          .whereRef('i.userId', '=', 'u.id')
          .where('c.isEnabled', '=', true)
          .orderBy(
            (order) => order('c.id', '=', order.ref('s.onWordOf')),
            (by) => by.desc().nullsLast(),
          )
          .limit(1)
          .as('idpName'),
      ])
      .where('u.id', '=', userId)
      .executeTakeFirst();
    if (!standing?.hasSession) throw new Problem('SignInRequired');
    if (standing.isFresh) return;
    const idpName = standing.idpName ?? undefined;
    const proofs = [
      ...(standing.hasPassword ? ['password'] : []),
      ...(standing.hasPasskey ? ['passkey'] : []),
      ...(idpName === undefined ? [] : ['company']),
    ];
    throw new Problem('ProofNeeded', { details: { proofs, ...(idpName !== undefined && { idpName }) } });
  }

  /**
   * Proves by their password who is there; from here on the session's proof is fresh, and its token another one. Throws
   * `ValidationFailed` at `password`, `Locked`, and `SignInRequired` to a session that ended or was renewed meanwhile.
   */
  async proveByPassword(session: Session, password: string, request: RequestContext): Promise<void> {
    await this.checkPassword(session, password, 'password', request);
    await this.#renewProof(session, { by: 'password' }, request);
  }

  /**
   * The same by a passkey, whose signature has been checked, and which is a second factor.
   * Throws `SignInRequired`.
   */
  async proveByPasskey(session: Session, passkey: ProvingPasskey, request: RequestContext): Promise<void> {
    await this.#renewProof(session, { by: 'passkey', passkey }, request);
  }

  /**
   * By the password in the body of the call, or, for a user without one, by a fresh proof. Throws `ValidationFailed` at
   * `password`, `Locked`, `ProofNeeded`.
   */
  async confirm(session: Session, password: string | undefined, request: RequestContext): Promise<void> {
    const { userId } = session;
    const user = await this.prisma.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
    if (user && user.passwordHash === null) await this.requireFreshProof(session);
    else await this.checkPassword(session, password ?? '', 'password', request);
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

  async #renewProof(
    session: Session,
    { by, passkey }: { by: 'password' | 'passkey'; passkey?: ProvingPasskey },
    request: RequestContext,
  ): Promise<void> {
    const token = await this.sessions.renewProof(this.sessionCookie.readToken(request) ?? '', passkey);
    if (token === undefined) throw new Problem('SignInRequired');
    this.sessionCookie.write(request, token);
    const { userId, user } = session;
    const details = { by };
    await this.audit.record(
      { action: 'session.prove', outcome: 'ok', userId, email: user.email, details },
      request,
    );
  }
}

export function wrongPassword(field: string): Problem {
  return new Problem('ValidationFailed', { fields: { [field]: answerProblems.passwordWrong } });
}
