import { Inject, Injectable } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { fieldProblems } from '@foyer/contracts/field-problems';
import { ENTER_CODE } from '@foyer/contracts/identity/second-factor';
import type { StepUpBody } from '@foyer/contracts/identity/security';
import { AuditService, type AuditDetails } from '../../audit/audit.service.ts';
import { Passwords } from '../passwords.ts';
import { hashToken } from '../../request/secret-token.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { SessionCookie } from '../session-cookie.ts';
import { applyStepUp, type Session, type StepUp } from '../session.service.ts';
import { LockoutService } from '../login/lockout.service.ts';
import { lockUsers } from '../addresses.queries.ts';
import { FactorCheck } from '../second-factor/factor-check.service.ts';
import type { SignedPasskey } from '../passkeys/passkeys.queries.ts';
import { readStanding } from '../step-up.ts';

/**
 * Step-up (ASVS 7.5, decision 96). A session may be stolen or left open, so a sensitive call needs a recent and
 * complete proof of the user's identity.
 */
@Injectable()
export class StepUpService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly lockout: LockoutService,
    private readonly passwords: Passwords,
    private readonly factors: FactorCheck,
    private readonly sessionCookie: SessionCookie,
    private readonly audit: AuditService,
  ) {}

  /**
   * Steps up with the password, plus a code if there is an app. After a recent company sign-in, a code alone is enough,
   * if the app was not added in a company session. In a session that is restricted by `second-factor`, a code alone
   * removes the restriction but is no step-up. Throws `ValidationFailed` at `password` or `code`, `WrongCode`,
   * `CodesLocked`, the problems of `checkPassword`, and `SignInRequired` if the session ended or was renewed meanwhile.
   */
  async verify(session: Session, { password, ...codes }: StepUpBody, request: RequestContext): Promise<void> {
    const { userId, hasApp } = session;
    const hasCode = codes.code !== undefined || codes.recoveryCode !== undefined;
    if (password !== undefined) {
      if (hasApp && !hasCode) throw codeMissing();
      await this.checkPassword(session, password, 'password', request);
    }
    const given = hasCode ? await this.factors.prepare(userId, codes) : undefined;
    const proved = await this.prisma.$transaction(async (transaction) => {
      // Until the transaction ends, no other call can confirm an app. With an app, the step-up would need a code.
      await lockUsers(transaction, userId);
      const standing = await readStanding(transaction, session);
      const { appAddedAt } = standing;
      const isWhole = password !== undefined || (standing.recentStepUp === 'company' && standing.hasOwnApp);
      const isCodeAlone = !isWhole && appAddedAt !== null && session.restrictedTo === 'second-factor';
      if (!isWhole && !isCodeAlone)
        throw new Problem('ValidationFailed', { fields: { password: fieldProblems.passwordMissing } });
      if (!appAddedAt) return this.#renew(transaction, session, { by: 'password' }, byPassword, request);
      if (!given) throw codeMissing();
      const owner = { id: userId, ...standing };
      const checked = await this.factors.check(
        transaction,
        owner,
        given,
        { action: 'session.prove' },
        request,
      );
      if (!checked) throw codeMissing();
      if ('problem' in checked) return checked.problem;
      const by = password === undefined ? 'company' : 'password';
      const details = { by: isCodeAlone ? 'code' : by, factor: checked.by };
      const stepUp = {
        isCodeAlone,
        dependsOnIdp: null,
        sessionEndsWith: checked.dependsOnIdp,
        hasSecondFactor: true,
        // A recovery code may be on paper, so it does not count as strong.
        factorAddedAt: checked.by === 'app' ? appAddedAt : null,
      };
      return this.#renew(transaction, session, details, stepUp, request);
    });
    // Throws after the commit, because the transaction counted the wrong code.
    if (proved instanceof Problem) throw proved;
    this.sessionCookie.write(request, proved);
  }

  /** A passkey counts as two factors. Throws `SignInRequired`. */
  async recordPasskey(
    session: Session,
    { id: passkeyId, createdAt: madeAt, dependsOnIdp }: SignedPasskey,
    request: RequestContext,
  ): Promise<void> {
    const stepUp = {
      dependsOnIdp,
      sessionEndsWith: dependsOnIdp,
      passkeyId,
      hasSecondFactor: true,
      factorAddedAt: madeAt,
    };
    const token = await this.prisma.$transaction((transaction) =>
      this.#renew(transaction, session, { by: 'passkey' }, stepUp, request),
    );
    this.sessionCookie.write(request, token);
  }

  /**
   * Returns the stored hash if the password is correct. Wrong passwords count towards the lockout, as at login. `field`
   * is the password's name in the body. Throws `ValidationFailed`, `Locked`, `AttemptsPending`, `Unavailable`.
   */
  async checkPassword(
    session: Session,
    password: string,
    field: string,
    request: RequestContext,
  ): Promise<string> {
    const attempt = await this.lockout.begin(session.user.email, request, { id: session.userId });
    const hash = attempt.account?.passwordHash;
    const check = this.passwords.verify(password, hash);
    if (!(await this.lockout.awaitCheck(attempt, check)) || !hash) {
      const { locked } = await this.lockout.countWrong(attempt, request);
      throw locked ?? wrongPassword(field);
    }
    await this.lockout.clear(attempt);
    return hash;
  }

  async #renew(
    transaction: Transaction,
    session: Session,
    details: AuditDetails,
    stepUp: StepUp,
    request: RequestContext,
  ): Promise<string> {
    const tokenHash = hashToken(this.sessionCookie.readToken(request) ?? '');
    const token = await applyStepUp(transaction, tokenHash, session.userId, stepUp);
    if (token === undefined) throw new Problem('SignInRequired');
    await this.audit.recordBy(session, 'session.prove', request, transaction, details);
    return token;
  }
}

const byPassword: StepUp = { dependsOnIdp: null, hasSecondFactor: false };

export function wrongPassword(field: string): Problem {
  return new Problem('ValidationFailed', { fields: { [field]: fieldProblems.passwordWrong } });
}

const codeMissing = () => new Problem('ValidationFailed', { fields: { code: ENTER_CODE } });
