import { Inject, Injectable } from '@nestjs/common';
import type { Access } from '@foyer/catalog/subscription-states';
import type { LoginReply } from '@foyer/contracts/identity/login';
import { REMEMBER_DAYS } from '@foyer/contracts/identity/second-factor';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import {
  cast,
  detached,
  expression,
  together,
  togetherWith,
  valueOf,
  type Change,
  type Expression,
} from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { AuditService, type AuditDetails } from '../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { AfterProof } from './after-proof.ts';
import { DeviceCookie } from './login/device-cookie.ts';
import { restrictedBy, type FactorTerms } from './access.ts';
import { decide, type Browser, type Decision, type Means } from './login/decide.ts';
import { KnownDevicesService } from './login/known-devices.service.ts';
import { isMissingValue } from '../database/conflicts.ts';
import { Problem } from '../request/problem.ts';
import { SessionCookie } from './session-cookie.ts';
import { SessionService, toSessionUser, type ProvingPasskey } from './session.service.ts';
import type { RequestContext } from '../request/request-context.ts';
import { FactorRecoveries } from './factor-recoveries.service.ts';
import type { LoginAccount } from './login/login-attempts.queries.ts';
import { NewDeviceNoticeService } from './login/new-device-notice.service.ts';
import { PendingLogins } from './login/pending-logins.service.ts';
import { UnfinishedLoginNotice } from './login/unfinished-login-notice.service.ts';

/** A person who has just proved who they are. */
export type Proof = {
  by: 'password' | 'passkey';
  account: LoginAccount;
  /**
   * Selects the account's id as long as the proof holds, and nothing if the password or whatever else was proved has
   * been changed meanwhile: no session may outlive that. It locks the row that it reads.
   */
  holds: Expression<{ id: string }>;
  /** What the proof changes, in the statement of the login: attempts forgiven, a use recorded. */
  changes: readonly Change[];
  /** From `RedirectTargets`. */
  redirectURL: string;
  /** What is older than an identity of the company may link it. */
  passkey?: ProvingPasskey;
};

/** A login that waited for its second factor, which has been given. */
export type SecondStep = {
  account: LoginAccount;
  factor: 'app' | 'recovery-code';
  /** The identity provider on whose word alone the factor was made. */
  onWordOf: string | null;
  rememberDevice: boolean;
  redirectURL: string;
};

/** What the gate decides by where the company vouches for a person. */
type AccountStanding = Pick<LoginAccount, 'id' | 'ownerId' | 'subscriptionStatus' | 'endsAs' | 'isLeaving'> &
  FactorTerms & { readAt: Date | string };

type Entering = {
  userId: string | Expression<string>;
  details: AuditDetails;
  rememberDays: number;
  request: RequestContext;
};

/** What a login is made of: statements, what goes into cookies, and what is told of it afterwards. */
type Entry = {
  access: Access;
  onWordOf: string | null;
  sessionToken: string;
  deviceToken: string;
  isNewDevice: boolean;
  /** The session comes last: its proof holds the row for which the job about a new browser waits. */
  statements: Change[];
  report(this: void): void;
};

/**
 * The one gate of every way in (decision 78). Whoever has proved a person asks it, and nobody else decides what becomes
 * of them: deactivated, asked for a second factor, about to be deleted and asked whether to be kept, kept to setting up a
 * factor that is due, kept to paying by an ended subscription, or in. A passkey is two factors by itself, and a company may
 * have asked for two.
 *
 * - `enter`: a call that logs in, by a password or a passkey. It answers, writes the cookies and the security log.
 * - `enterBySecondStep`: the same for a password that the gate has asked a second factor for.
 * - `starting`: a sign-in that has its own transaction and answer, as the company's.
 *
 * No way in are a session that takes the place of a person's own (password changed, team left), and the first one of an
 * account, which begins with it (`OnboardingService`).
 */
@Injectable()
export class LoginGate {
  constructor(
    @Inject(API_ENV) private readonly env: ApiEnv,
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly devices: KnownDevicesService,
    private readonly newDevices: NewDeviceNoticeService,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly deviceCookie: DeviceCookie,
    private readonly afterProof: AfterProof,
    private readonly pendingLogins: PendingLogins,
    private readonly unfinishedLogins: UnfinishedLoginNotice,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditService,
  ) {}

  /**
   * Lets a proved person in: in this browser a session takes the place of the one before. Throws `Deactivated`;
   * `SecondFactorRequired`, and lets the login wait; `Unauthorized` when the proof holds no more; `SubscriptionEnded`,
   * with a session that may only pay or log out; `AccountLeaving`, with one that may only keep the account or log out; and
   * `SecondFactorMissing`, with one that may only set up a second factor, or give a passkey, or log out.
   */
  async enter(proof: Proof, request: RequestContext): Promise<LoginReply> {
    const { by, account, redirectURL, passkey } = proof;
    // The wait of who has lost it is over: from here on it is an account without one.
    if (
      by === 'password' &&
      !account.deactivatedAt &&
      account.secondFactorAt &&
      (await this.recoveries.finish(account.id, request))
    )
      return this.enter({ ...proof, account: { ...account, secondFactorAt: null } }, request);
    const decision = decide(
      account,
      passkey
        ? { by: 'passkey', madeAt: passkey.madeAt, onWordOf: passkey.onWordOf }
        : { by: 'password', browser: await this.#browserOf(account, request) },
      this.env.SECOND_FACTOR_REQUIRED_BY,
    );
    if (!('session' in decision)) {
      if (decision.outcome === 'SecondFactorRequired') return this.#askForFactor(proof, request);
      await together(this.pool, ...proof.changes);
      return this.refuse('Deactivated', account.email, account.id, request);
    }
    const entry = await this.#entryOf(account, decision, {
      userId: valueOf(by === 'password' ? ofSameFactor(proof) : proof.holds),
      details: by === 'password' ? {} : { by },
      rememberDays: 0,
      request,
    });
    await this.#whileItHolds(account, request, () => this.#make(this.pool, entry, account.id, proof.changes));
    return this.#welcome(account, entry, { redirectURL, passkeyMadeAt: passkey?.madeAt }, request);
  }

  /**
   * Lets in whose second factor has been checked in `transaction`. Returns what answers once that is committed, and throws
   * then what `enter` does.
   */
  async enterBySecondStep(
    transaction: Transaction,
    { account, factor, onWordOf, rememberDevice, redirectURL }: SecondStep,
    request: RequestContext,
  ): Promise<() => Promise<LoginReply>> {
    const { id, email } = account;
    const means = { by: 'second-step', factor, onWordOf } as const;
    const decision = decide(account, means, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (!('session' in decision)) return () => this.refuse('Deactivated', email, id, request);
    const entry = await this.#entryOf(account, decision, {
      userId: id,
      details: { factor },
      rememberDays: rememberDevice ? REMEMBER_DAYS : 0,
      request,
    });
    await this.#make(transaction, entry, id);
    return () => this.#welcome(account, entry, { redirectURL }, request);
  }

  /** The session of a person whom their company vouches for, as a statement, and what the gate says of it. */
  starting(
    standing: AccountStanding,
    means: Extract<Means, { by: 'company' }>,
    request: RequestContext,
  ): ReturnType<SessionService['starting']> & { access: Access } {
    // Who is deactivated was refused before; the company's word stands for what the account has of its own.
    const account = { ...standing, deactivatedAt: null, secondFactorAt: null, factorOnWordOf: null };
    const decision = decide(account, means, this.env.SECOND_FACTOR_REQUIRED_BY);
    if (!('session' in decision)) throw new Error(`A company's person is not ${decision.outcome}.`);
    return { access: decision.access, ...this.sessions.starting(standing.id, request, decision.session) };
  }

  /** Logs a login that was refused, and throws the reason. */
  async refuse(
    code: 'Deactivated' | 'Unauthorized',
    email: string,
    userId: string | undefined,
    request: RequestContext,
  ): Promise<never> {
    await this.audit.record({ action: 'login', outcome: code, email, userId }, request);
    throw new Problem(code);
  }

  /** Lets a login wait for its second factor. What stands before it is what stands before a session. */
  async #askForFactor(proof: Proof, request: RequestContext): Promise<never> {
    const { id, email } = proof.account;
    const isBrowserNew = (await this.devices.find(request, email)) === undefined;
    const waiting = { id, holds: ofSameFactor(proof), isBrowserNew };
    const pending = this.pendingLogins.beginning(waiting, request);
    const entry = { action: 'login', outcome: 'SecondFactorRequired', email, userId: id } as const;
    const event = this.audit.recording(entry, request);
    const changes = [...proof.changes, event.statement, ...pending.statements];
    const asking = isBrowserNew ? await this.unfinishedLogins.asking(id) : undefined;
    await this.#whileItHolds(proof.account, request, () =>
      asking ? togetherWith(this.pool, changes, asking) : together(this.pool, ...changes),
    );
    event.report();
    this.pendingLogins.remember(request, pending.token);
    const recoveryEndsAt = (await this.recoveries.findEnd(this.prisma, id))?.toISOString();
    throw new Problem('SecondFactorRequired', recoveryEndsAt ? { details: { recoveryEndsAt } } : {});
  }

  /**
   * What logs a login, remembers the browser and starts the session, all or nothing. `userId` is nobody's when the proof
   * holds no more; then no session starts: the change has ended all sessions, and this one must not outlive it.
   */
  async #entryOf(
    account: LoginAccount,
    { access, outcome, session: start }: Extract<Decision, { access: Access }>,
    { userId, details, rememberDays, request }: Entering,
  ): Promise<Entry> {
    const { id, email } = account;
    const { onWordOf = null } = start;
    const session = this.sessions.starting(userId, request, start);
    const device = await this.devices.remembering(account, account.hasKnownDevices, request, {
      rememberDays,
      onWordOf,
    });
    const event = this.audit.recording({ action: 'login', outcome, email, userId: id, details }, request);
    return {
      ...{ access, onWordOf, report: event.report },
      ...{ sessionToken: session.token, deviceToken: device.token },
      isNewDevice: device.isNew && account.hasKnownDevices,
      statements: [event.statement, ...device.statements, session.statement],
    };
  }

  async #browserOf({ email }: LoginAccount, request: RequestContext): Promise<Browser> {
    if (await this.devices.isRemembered(request, email)) return 'remembered';
    return (await this.devices.find(request, email)) === undefined ? 'new' : 'known';
  }

  /** Makes all changes of a login in one statement, the job about a new browser included. */
  async #make(
    place: Pool | Transaction,
    { statements, isNewDevice }: Entry,
    userId: string,
    changes: readonly Change[] = [],
  ): Promise<void> {
    const all = [...changes, ...statements];
    if (isNewDevice) await togetherWith(place, all, await this.newDevices.asking(userId));
    else await together(place, ...all);
  }

  async #whileItHolds(
    { id, email }: LoginAccount,
    request: RequestContext,
    change: () => Promise<void>,
  ): Promise<void> {
    try {
      await change();
    } catch (error) {
      if (isMissingValue(error, 'sessions', 'user_id') || isMissingValue(error, 'pending_logins', 'user_id'))
        return this.refuse('Unauthorized', email, id, request);
      throw error;
    }
  }

  async #welcome(
    account: LoginAccount,
    { access, onWordOf, report, sessionToken, deviceToken }: Entry,
    { redirectURL, passkeyMadeAt }: { redirectURL: string; passkeyMadeAt?: Date | undefined },
    request: RequestContext,
  ): Promise<LoginReply> {
    report();
    request.userId = account.id;
    const former = this.sessionCookie.readToken(request);
    if (former !== undefined) await this.sessions.end(former);
    this.sessionCookie.write(request, sessionToken);
    this.deviceCookie.write(request, deviceToken);
    // A company's word links nobody to another.
    if (onWordOf === null) await this.afterProof.linkByLogin(account.id, passkeyMadeAt, request);
    if (access !== 'full') throw new Problem(restrictedBy[access]);
    return {
      message: 'OK',
      user: toSessionUser({ ...account, userId: account.id }),
      hasIncompleteBilling: account.hasIncompleteBilling,
      redirectURL,
    };
  }
}

/** What the security log says of a login. */
export function outcomeOf(access: Access): string {
  return access === 'full' ? 'ok' : restrictedBy[access];
}

/** The account of a password, as long as it has the second factor, or none, that the gate has decided by. */
function ofSameFactor({ account, holds }: Proof) {
  const secondFactorAt = account.secondFactorAt === null ? null : new Date(account.secondFactorAt);
  return detached
    .selectFrom('users')
    .select('id')
    .where('id', '=', valueOf(holds))
    .where('secondFactorAt', 'is not distinct from', cast(expression.val(secondFactorAt), 'timestamptz'))
    .forShare();
}
