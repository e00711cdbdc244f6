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
import { decide, type DecidedAccount, type Decision, type LoginMethod } from './login/decide.ts';
import { KnownDevicesService } from './login/known-devices.service.ts';
import type { LoginAccount } from './login/login-attempts.queries.ts';
import { LoginCompletion } from './login/login-completion.service.ts';
import { PendingLogins } from './login/pending-logins.service.ts';
import { insertSession } from './sessions/session.queries.ts';

export type AuthenticatedLogin = {
  account: LoginAccount;
  means: Exclude<LoginMethod, { by: 'password' | 'company' }> | { by: 'password' };
  /**
   * Returns whether the proof is still valid. If it is, it stays valid until the transaction ends. Absent if the
   * caller's transaction already holds the locks.
   */
  lock?: (db: Db) => Promise<boolean>;
  /**
   * Stores what a valid proof changes, in the transaction of the login: the last use of a passkey, or the cleared count
   * of wrong passwords. Also called if a second factor is still needed or the account is deactivated.
   */
  noteUse?: (db: Db) => Promise<void>;
  details: AuditDetails;
  trustDays?: number;
  recoveryEndsAt?: Date | undefined;
  redirect: string | undefined;
};

export type AdmissionResult = { proof: AuthenticatedLogin; entry: AuditEntry } & (
  | { outcome: 'Unauthorized' | 'Deactivated' }
  | { outcome: 'SecondFactorRequired'; loginToken: string }
  | { outcome: 'in'; access: Access; dependsOnIdp: string | null; sessionToken: string; deviceToken: string }
);

type CompanyMeans = Extract<LoginMethod, { by: 'company' }>;

/**
 * The single gate of all login methods (decision 78). Each method calls it after authentication.
 *
 * Two kinds of sessions start without the gate, because they are no logins: a session that replaces the user's own
 * (password changed, team left), and the first session of a new account (`NewAccounts`).
 */
@Injectable()
export class Admission {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    private readonly devices: KnownDevicesService,
    private readonly pendingLogins: PendingLogins,
    private readonly audit: AuditService,
    private readonly answers: LoginCompletion,
  ) {}

  /**
   * If the user is admitted, a new session replaces the previous one in this browser. Throws what `LoginCompletion.complete`
   * throws.
   */
  async admit(proof: AuthenticatedLogin, request: RequestContext): Promise<LoginReply> {
    const admitted = await inTransaction(this.pool, (db) => this.admitInTransaction(db, proof, request));
    return this.answers.complete(admitted, request);
  }

  /**
   * Runs in the transaction of the company sign-in. The caller must already have rejected deactivated users. `outcome`
   * goes into the audit log.
   */
  async admitByCompany(
    transaction: Transaction,
    account: Omit<DecidedAccount, 'deactivatedAt' | 'secondFactorAt' | 'factorDependsOnIdp'>,
    means: CompanyMeans,
    request: RequestContext,
  ): Promise<{ access: Access; outcome: string; sessionToken: string }> {
    const ofItsOwn = { deactivatedAt: null, secondFactorAt: null, factorDependsOnIdp: null };
    const decision = decide({ ...account, ...ofItsOwn }, means, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (!('session' in decision)) throw new Error(`A company's person is not ${decision.outcome}.`);
    const sessionToken = mintToken();
    await insertSession(transaction, hashToken(sessionToken), account.id, request, decision.session);
    return { access: decision.access, outcome: decision.outcome, sessionToken };
  }

  /**
   * Starts no session if the proof has become invalid meanwhile, because the session would outlive the proof. Call
   * `LoginCompletion.complete` after the commit.
   */
  async admitInTransaction(
    db: Db,
    proof: AuthenticatedLogin,
    request: RequestContext,
  ): Promise<AdmissionResult> {
    const { account, lock, noteUse, trustDays = 0 } = proof;
    const browser = await this.devices.findDeviceTrust(request, account.email, db);
    const means: LoginMethod = proof.means.by === 'password' ? { by: 'password', browser } : proof.means;
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
      const { dependsOnIdp = null } = session;
      const deviceToken = await this.devices.recordLogin(db, account, request, { trustDays, dependsOnIdp });
      const sessionToken = mintToken();
      await insertSession(db, hashToken(sessionToken), account.id, request, session);
      return { proof, entry, outcome: 'in', access, dependsOnIdp, sessionToken, deviceToken };
    }
    if (decision.outcome !== 'SecondFactorRequired') return { proof, entry, outcome: decision.outcome };
    const login = { userId: account.id, isBrowserNew: browser === 'new' };
    const loginToken = await this.pendingLogins.begin(db, login, request);
    return { proof, entry, outcome: decision.outcome, loginToken };
  }
}
