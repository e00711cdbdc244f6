import { Inject, Injectable } from '@nestjs/common';
import { accessOf, type Access, type Restriction } from '@foyer/catalog/subscription-states';
import type { ProblemCode } from '@foyer/contracts/problem';
import type { LoginReply } from '@foyer/contracts/login';
import { PrismaClient } from '@foyer/db/client';
import { together, valueOf, type Change, type Expression } from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { AuditService, type AuditDetails } from '../audit/audit.service.ts';
import { DeviceCookie } from '../credentials/device-cookie.ts';
import { KnownDevicesService } from '../credentials/known-devices.service.ts';
import { isMissingValue } from '../database/conflicts.ts';
import { Problem } from '../request/problem.ts';
import { SessionCookie } from '../session/session-cookie.ts';
import { SessionService, toSessionUser, type SessionStart } from '../session/session.service.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { LoginAccount } from './login-attempts.ts';
import { NewDeviceNoticeService } from './new-device-notice.service.ts';
import { PendingCookie } from './pending-cookie.ts';
import { PendingIdentitiesService } from './pending-identities.service.ts';

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
  /** Of a passkey: what is older than an identity of the company may link it. */
  passkeyMadeAt?: Date;
};

/** What the gate decides by. */
type Standing = Pick<LoginAccount, 'id' | 'ownerId' | 'subscriptionStatus' | 'endsAs' | 'isLeaving'>;

/** What is said to who gets a session that may do one thing only. */
const restrictedBy = {
  billing: 'SubscriptionEnded',
  'ended-member': 'SubscriptionEnded',
  leaving: 'AccountLeaving',
} as const satisfies Record<Restriction, ProblemCode>;

/**
 * The one gate of every way in (decision 78). Whoever has proved a person asks it, and nobody else decides what becomes
 * of them: deactivated, about to be deleted and asked whether to be kept, kept to paying by an ended subscription, or in.
 *
 * - `enter`: a call that logs in, by a password or a passkey. It answers, writes the cookies and the security log.
 * - `starting`: a sign-in that has its own transaction and answer, as the company's.
 *
 * No way in are a session that takes the place of a person's own (password changed, team left), and the first one of an
 * account, which begins with it (`OnboardingService`).
 */
@Injectable()
export class LoginGate {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly devices: KnownDevicesService,
    private readonly newDevices: NewDeviceNoticeService,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly deviceCookie: DeviceCookie,
    private readonly pendingCookie: PendingCookie,
    private readonly pendingIdentities: PendingIdentitiesService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Lets a proved person in: in this browser a session takes the place of the one before. Throws `Deactivated`;
   * `Unauthorized` when the proof holds no more; `SubscriptionEnded`, with a session that may only pay or log out; and
   * `AccountLeaving`, with one that may only keep the account or log out.
   */
  async enter(proof: Proof, request: RequestContext): Promise<LoginReply> {
    const { account } = proof;
    if (account.deactivatedAt) {
      await together(this.pool, ...proof.changes);
      return this.refuse('Deactivated', account.email, account.id, request);
    }
    const access = accessTo(account);
    const tokens = await this.#startSession(proof, access, request);
    const former = this.sessionCookie.readToken(request);
    if (former !== undefined) await this.sessions.end(former);
    this.sessionCookie.write(request, tokens.session);
    this.deviceCookie.write(request, tokens.device);
    await this.#linkPending(proof, request);
    if (access !== 'full') throw new Problem(restrictedBy[access]);
    return {
      message: 'OK',
      user: toSessionUser({
        user_id: account.id,
        email: account.email,
        first_name: account.firstName,
        last_name: account.lastName,
        team_name: account.teamName,
      }),
      hasIncompleteBilling: account.hasIncompleteBilling,
      redirectURL: proof.redirectURL,
    };
  }

  /** The session of a person whom their company vouches for, as a statement, and what the gate says of it. */
  starting(
    standing: Standing,
    start: Omit<SessionStart, 'access' | 'beganBy'>,
    request: RequestContext,
  ): ReturnType<SessionService['starting']> & { access: Access } {
    const access = accessTo(standing);
    return {
      access,
      ...this.sessions.starting(standing.id, request, { ...start, beganBy: 'company', access }),
    };
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

  /**
   * Makes what the proof changes, logs the login, remembers the browser and starts the session, all or nothing. If the
   * proof holds no more, no session starts: the change has ended all sessions, and this one must not outlive it.
   */
  async #startSession(
    { by, account, holds, changes }: Proof,
    access: Access,
    request: RequestContext,
  ): Promise<{ session: string; device: string }> {
    const { id, email } = account;
    const outcome = outcomeOf(access);
    const session = this.sessions.starting(valueOf(holds), request, { beganBy: by, access });
    const device = await this.devices.remembering(account, account.hasKnownDevices, request);
    const details: AuditDetails = by === 'password' ? {} : { by };
    const event = this.audit.recording({ action: 'login', outcome, email, userId: id, details }, request);
    const login = [...changes, event.statement, ...device.statements, session.statement];
    try {
      // One statement is a transaction by itself; with the job about a new browser it is several.
      if (device.isNew && account.hasKnownDevices)
        await this.prisma.$transaction(async (transaction) => {
          await together(transaction, ...login);
          await this.newDevices.ask(transaction, id);
        });
      else await together(this.pool, ...login);
    } catch (error) {
      if (isMissingValue(error, 'sessions', 'user_id'))
        return this.refuse('Unauthorized', email, id, request);
      throw error;
    }
    event.report();
    return { session: session.token, device: device.token };
  }

  /** Links a pending identity that a company's sign-in left in this browser (docs/product.md 10). */
  async #linkPending({ account, passkeyMadeAt }: Proof, request: RequestContext): Promise<void> {
    const pending = this.pendingCookie.read(request);
    if (pending && (await this.pendingIdentities.linkByLogin(pending, account.id, passkeyMadeAt, request)))
      this.pendingCookie.forget(request);
  }
}

/** What the security log says of a login. */
export function outcomeOf(access: Access): string {
  return access === 'full' ? 'ok' : restrictedBy[access];
}

function accessTo({ id, ownerId, subscriptionStatus, endsAs, isLeaving }: Standing): Access {
  return isLeaving ? 'leaving' : accessOf({ status: subscriptionStatus, endsAs }, ownerId === id);
}
