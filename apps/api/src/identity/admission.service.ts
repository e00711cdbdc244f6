import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '@foyer/catalog/subscription-states';
import type { LoginReply } from '@foyer/contracts/identity/login';
import type { Db, Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import { AuditService, type AuditDetails, type AuditEntry } from '../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { inTransaction } from '../database/in-transaction.ts';
import type { RequestContext } from '../request/request-context.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { decide, type Browser, type DecidedAccount, type Decision, type Means } from './login/decide.ts';
import { KnownDevicesService } from './login/known-devices.service.ts';
import type { LoginAccount } from './login/login-attempts.queries.ts';
import { LoginAnswers } from './login/login-answers.service.ts';
import { PendingLogins } from './login/pending-logins.service.ts';
import { insertSession } from './sessions/session.queries.ts';

/** How a person has just proved who they are. A method of logging in brings what is its own. */
export type Proof = {
  /** As it was read before the proof was checked. */
  account: LoginAccount;
  means: Exclude<Means, { by: 'password' | 'company' }> | { by: 'password' };
  /**
   * Whether the proof still holds; then it does until the transaction ends. Without it, the caller's transaction holds what was
   * checked.
   */
  lock?: (db: Db) => Promise<boolean>;
  /** Notes that the proof was given, in the same transaction. */
  noteUse?: (db: Db) => Promise<void>;
  /** What the security log says of a session's start. */
  details: AuditDetails;
  /** For how long the browser is asked for no second factor. */
  rememberDays?: number;
  /** When the factor of who has lost it can go. */
  recoveryEndsAt?: Date | undefined;
  /** Where the person wants to go. */
  redirect: string | undefined;
};

/** What a transaction has made of a proof, for the answer: the tokens are of cookies. */
export type Admitted = { proof: Proof; entry: AuditEntry } & (
  | { outcome: 'Unauthorized' | 'Deactivated' }
  | { outcome: 'SecondFactorRequired'; loginToken: string }
  | { outcome: 'in'; access: Access; onWordOf: string | null; sessionToken: string; deviceToken: string }
);

type CompanyMeans = Extract<Means, { by: 'company' }>;

/**
 * The one gate of every way in (decision 78). Whoever has proved a person asks it, and `decide` alone says what becomes of
 * them.
 *
 * No way in are a session that takes the place of a person's own (password changed, team left), and the first one of an
 * account, which begins with it (`NewAccounts`).
 */
@Injectable()
export class Admission {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly devices: KnownDevicesService,
    private readonly pendingLogins: PendingLogins,
    private readonly audit: AuditService,
    private readonly answers: LoginAnswers,
  ) {}

  /**
   * Lets a proved person in: in this browser a session takes the place of the one before. Throws what `LoginAnswers.answer`
   * does.
   */
  async admit(proof: Proof, request: RequestContext): Promise<LoginReply> {
    const browser = await this.devices.browserOf(request, proof.account.email);
    const admitted = await inTransaction(this.pool, (db) => this.#admit(db, proof, browser, request));
    return this.answers.answer(admitted, request);
  }

  /** The same in the transaction in which a code was checked. `LoginAnswers` answers once that is committed. */
  async admitByCode(transaction: Transaction, proof: Proof, request: RequestContext): Promise<Admitted> {
    const browser = await this.devices.browserOf(request, proof.account.email);
    return this.#admit(transaction, proof, browser, request);
  }

  /**
   * Starts the session of a person whom their company vouches for, in the transaction of its sign-in, which has refused who is
   * deactivated. `outcome` is what the security log says.
   */
  async admitByCompany(
    transaction: Transaction,
    account: Omit<DecidedAccount, 'deactivatedAt' | 'secondFactorAt' | 'factorOnWordOf'>,
    means: CompanyMeans,
    request: RequestContext,
  ): Promise<{ access: Access; outcome: string; sessionToken: string }> {
    const ofItsOwn = { deactivatedAt: null, secondFactorAt: null, factorOnWordOf: null };
    const decision = decide({ ...account, ...ofItsOwn }, means, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (!('session' in decision)) throw new Error(`A company's person is not ${decision.outcome}.`);
    const sessionToken = mintToken();
    await insertSession(transaction, hashToken(sessionToken), account.id, request, decision.session);
    return { access: decision.access, outcome: decision.outcome, sessionToken };
  }

  /** All of it happens or nothing. A proof that has ended meanwhile starts no session, which would outlive its end. */
  async #admit(db: Db, proof: Proof, browser: Browser, request: RequestContext): Promise<Admitted> {
    const { account, lock, noteUse, rememberDays = 0 } = proof;
    const means: Means = proof.means.by === 'password' ? { by: 'password', browser } : proof.means;
    const decision: Decision | { outcome: 'Unauthorized' } =
      lock && !(await lock(db))
        ? { outcome: 'Unauthorized' }
        : decide(account, means, this.env.SECOND_FACTOR_REQUIRED_BY);
    const { outcome } = decision;
    const details = 'session' in decision ? proof.details : {};
    const entry = { action: 'login', outcome, email: account.email, userId: account.id, details } as const;
    await this.audit.write([entry], request, db);
    if (outcome !== 'Unauthorized') await noteUse?.(db);

    if ('session' in decision) {
      const { access, session } = decision;
      const { onWordOf = null } = session;
      const deviceToken = await this.devices.remember(db, account, request, { rememberDays, onWordOf });
      const sessionToken = mintToken();
      await insertSession(db, hashToken(sessionToken), account.id, request, session);
      return { proof, entry, outcome: 'in', access, onWordOf, sessionToken, deviceToken };
    }
    if (decision.outcome !== 'SecondFactorRequired') return { proof, entry, outcome: decision.outcome };
    const login = { userId: account.id, isBrowserNew: browser === 'new' };
    const loginToken = await this.pendingLogins.begin(db, login, request);
    return { proof, entry, outcome: decision.outcome, loginToken };
  }
}
