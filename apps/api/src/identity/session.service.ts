import { Inject, Injectable } from '@nestjs/common';
import { eraseDayOf } from '@foyer/contracts/account/own-data';
import type { Restriction } from '@foyer/catalog/subscription-states';
import type { PlanType } from '@foyer/catalog/plans';
import { type SessionUser } from '@foyer/contracts/identity/login';
import { sessionBeginnings, type SessionBeginning } from '@foyer/contracts/identity/security';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { PrismaClient, type Db, type Transaction } from '@foyer/db/client';
import { Pool } from 'pg';
import { AuditService } from '../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { accessOf, factorDemandOf, isDue, lastDayBefore, type FactorDemand } from './access.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import type { RequestContext } from '../request/request-context.ts';
import { SessionCookie } from './session-cookie.ts';
import {
  findSession,
  hasIdledOut,
  insertSession,
  renewSession,
  revokeGrants,
  touchSession,
} from './sessions/session.queries.ts';

export type Session = {
  id: string;
  userId: string;
  teamId: string;
  user: SessionUser;
  /** Set while the gate is shut for this session (docs/product.md 10). */
  restrictedTo?: Restriction;
  /** Its person has given more than a password here. */
  hasSecondFactor: boolean;
  /** Set where a second factor is needed, now or soon, that this session has not and its person has none of, or is to give. */
  factorNeeded?: FactorDemand;
  /** Set while the account is about to be deleted. */
  leavingAt?: Date;
  /** Whether logins with the password ask for a code. */
  asksForCode: boolean;
  /** The team's. */
  plan: PlanType;
  isOwner: boolean;
  hasIncompleteBilling: boolean;
  /** The user's own choice, if any. */
  language?: string;
  timeZone?: string;
};

/** How a session starts. */
export type SessionStart = {
  /** How the person came in: what proved them, or the link of a mail. */
  beganBy: SessionBeginning | null;
  /** Whether that was more than a password. */
  hasSecondFactor: boolean;
  /** When they proved it; without it, now. */
  provedAt?: Date | null;
  /** Since when they have had it, if it is a passkey or a second factor. */
  strongSince?: Date | null;
  endsAt?: Date | null;
  /** The identity provider on whose word it began, or whose word what proved the person is; it ends with that. */
  onWordOf?: string | null;
  /** The whole proof that sensitive calls need, if what began the session is one (`identity/step-up.ts`). */
  stepUp?: { at: 'now' | Date; onWordOf: string | null } | undefined;
};

/** A proof of who is there. */
export type StepUp = {
  /** A code alone, which a session lacked that is kept to giving its second factor: no step-up. */
  isCodeAlone?: boolean;
  /** The identity provider whose word it was alone; empty for a proof of the account's own. */
  onWordOf: string | null;
  /** The identity provider on whose word alone the passkey or app was added that is part of it: the session ends with that. */
  sessionEndsWith?: string | null;
  /** Whether it was more than a password. */
  hasSecondFactor: boolean;
  /** Since when they have had it, if it is a passkey or an app. */
  strongSince?: Date | null;
  /** One that has just ended proves nobody. */
  passkeyId?: string;
};

/** Sessions live in the database only: any replica knows them, and deleting the row signs the browser out. */
@Injectable()
export class SessionService {
  constructor(
    @Inject(Pool) private readonly pool: Pool,
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly cookie: SessionCookie,
    private readonly audit: AuditService,
  ) {}

  /**
   * The live session of a token, if any, with the gate's decision as of now. The hottest query of the portal: one
   * prepared statement on the shared pool. It extends the idle time-out at most once a minute.
   */
  async find(token: string, request: RequestContext): Promise<Session | undefined> {
    const everybodyDueAt = this.env.SECOND_FACTOR_REQUIRED_BY;
    const row = await findSession(this.pool, {
      tokenHash: hashToken(token),
      isEverybodyAsked: everybodyDueAt !== undefined,
    });
    if (!row) return undefined;
    const { id, userId, teamId, plan, hasIncompleteBilling, hasSecondFactor, asksForCode } = row;
    request.userId = userId;
    const isOwner = row.ownerId === userId;
    if (row.isTouchDue) await touchSession(this.pool, id);
    const { leavingAt } = row;
    const factorDemand = hasSecondFactor ? undefined : factorDemandOf(row, everybodyDueAt);
    const access = accessOf({ ...row, isLeaving: leavingAt !== null, isOwner, factorDemand });
    return {
      ...{ id, userId, teamId, plan, isOwner, hasIncompleteBilling, hasSecondFactor, asksForCode },
      user: toSessionUser(row),
      ...(access === 'full' ? {} : { restrictedTo: access }),
      ...(factorDemand && (isDue(factorDemand, row.readAt) || !row.hasFactor)
        ? { factorNeeded: factorDemand }
        : {}),
      ...(row.language === null ? {} : { language: row.language }),
      ...(row.timeZone === null ? {} : { timeZone: row.timeZone }),
      ...(leavingAt ? { leavingAt: new Date(leavingAt) } : {}),
    };
  }

  /** Whether a token's session has ended for want of activity, and by nothing else. */
  async hasIdledOut(token: string): Promise<boolean> {
    return hasIdledOut(this.pool, hashToken(token));
  }

  /** Gives a browser a session that has begun, in the place of the one before, which ends. */
  async replaceInBrowser(request: RequestContext, token: string): Promise<void> {
    const former = this.cookie.readToken(request);
    if (former !== undefined) await this.end(former);
    this.cookie.write(request, token);
  }

  /** Ends a token's session, and logs that it did; one that has ended already is not logged. */
  async logOut(token: string, request: RequestContext): Promise<void> {
    const session = await this.find(token, request);
    await this.end(token);
    if (session) await this.audit.recordBy(session, 'logout', request);
  }

  /** Ends a session. Idempotent. */
  async end(token: string): Promise<void> {
    await this.prisma.session.deleteMany({ where: { tokenHash: hashToken(token) } });
  }
}

/** Starts a session, in the transaction of its proof, and returns the token for its cookie. */
export async function startSession(
  db: Db,
  userId: string,
  request: RequestContext,
  start: SessionStart,
): Promise<string> {
  const token = mintToken();
  request.userId = userId;
  await insertSession(db, hashToken(token), userId, request, start);
  return token;
}

/**
 * Notes that the user of a session, which is known by its token's hash, has proved who they are, now, under a new token
 * (ASVS 7.2.4), which is returned. Of concurrent calls one gets it; the others, and who is logged out by then, nothing.
 */
export async function renewProof(
  transaction: Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
  userId: string,
  stepUp: StepUp,
): Promise<string | undefined> {
  const renewed = mintToken();
  const session = { tokenHash, userId, renewedHash: hashToken(renewed) };
  return (await renewSession(transaction, session, stepUp)) ? renewed : undefined;
}

/**
 * Ends every session of a user and every grant to an app, as part of the caller's change (invariant 9 of
 * docs/security.md).
 */
export async function endAllSessions(transaction: Transaction, userId: string): Promise<void> {
  await transaction.session.deleteMany({ where: { userId } });
  await revokeGrants(transaction, userId);
}

/** How a stored session began; null where it took the place of one whose person left a company's team. */
export function toBeginning(stored: string | null): SessionBeginning | null {
  return sessionBeginnings.find((one) => one === stored) ?? null;
}

/** What the browser may know of a session. */
export function toKnownSession(session: Session): KnownSession {
  const { user, restrictedTo, leavingAt, plan, isOwner, hasIncompleteBilling, timeZone, factorNeeded } =
    session;
  return {
    ...{ user, plan, isOwner, hasIncompleteBilling },
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(restrictedTo ? { restrictedTo } : {}),
    ...(leavingAt ? { erasedOn: eraseDayOf(leavingAt).toISOString() } : {}),
    ...(factorNeeded ? { factorNeeded: { by: lastDayBefore(factorNeeded.dueAt), of: factorNeeded.of } } : {}),
  };
}

type NamedUser = { userId: string; email: string; firstName: string; lastName: string; teamName: string };

/** The fields of a user that the browser may know (docs/product.md 3). */
export function toSessionUser({ userId, email, firstName, lastName, teamName }: NamedUser): SessionUser {
  return {
    platform_user_id: userId,
    email,
    addressable_name: `${firstName} ${lastName}`,
    sortable_name: `${lastName}, ${firstName}`,
    team: { name: teamName },
  };
}
