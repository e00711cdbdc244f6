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
import { offeredIn } from '../http/read-language.ts';
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
  restrictedTo?: Restriction;
  /** Also true after a login in a trusted device, which needs no code. */
  hasSecondFactor: boolean;
  /**
   * Set if this session has verified no second factor, and one is required now. Also set if one is required later and
   * the user has none yet.
   */
  factorNeeded?: FactorDemand;
  deletionRequestedAt?: Date;
  hasApp: boolean;
  plan: PlanType;
  isOwner: boolean;
  hasIncompleteBilling: boolean;
  timeZone?: string;
};

export type SessionStart = {
  /** `link` if a mailed link created the account. See `toBeginning` for null. */
  beganBy: SessionBeginning | null;
  hasSecondFactor: boolean;
  /** When the user authenticated. Null and undefined mean now. */
  authenticatedAt?: Date | null;
  /** When the used passkey or app was added. Null if none was used or it depends on a company. */
  factorAddedAt?: Date | null;
  endsAt?: Date | null;
  /** The identity provider that the login or the used factor depends on. The session ends with it. */
  dependsOnIdp?: string | null;
  stepUp?: { at: 'now' | Date; dependsOnIdp: string | null } | undefined;
};

export type StepUp = {
  /**
   * Whether the user gave only a code, in a session with the `second-factor` restriction. Such a code is no step-up.
   */
  isCodeAlone?: boolean;
  /** The identity provider of the company sign-in, or of the company session in which the used passkey was added. */
  dependsOnIdp: string | null;
  /**
   * The identity provider that the used passkey, app or recovery code depends on. A session that depends on no other
   * provider then ends with this one.
   */
  sessionEndsWith?: string | null;
  hasSecondFactor: boolean;
  factorAddedAt?: Date | null;
  passkeyId?: string;
};

/** Sessions are stored in the database only. So each replica sees them, and deleting the row logs the browser out. */
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
   * Finds the session of the request's cookie. Sets the request's user, and its language to the account's. Extends the
   * idle timeout at most once a minute. The query is one prepared statement on the shared pool, because it is frequent.
   */
  async find(request: RequestContext): Promise<Session | undefined> {
    const token = this.cookie.readToken(request);
    if (token === undefined) return undefined;
    const portalDueAt = this.env.SECOND_FACTOR_REQUIRED_BY;
    const row = await findSession(this.pool, {
      tokenHash: hashToken(token),
      isFactorRequired: portalDueAt !== undefined,
    });
    if (!row) return undefined;
    const { id, userId, teamId, plan, hasIncompleteBilling, hasSecondFactor, hasApp } = row;
    request.userId = userId;
    request.language = offeredIn(this.env).find((tag) => tag === row.language) ?? request.language;
    const isOwner = row.ownerId === userId;
    if (row.isTouchDue) await touchSession(this.pool, id);
    const { deletionRequestedAt } = row;
    const factorDemand = hasSecondFactor ? undefined : factorDemandOf(row, portalDueAt);
    const access = accessOf({
      ...row,
      isDeletionPending: deletionRequestedAt !== null,
      isOwner,
      factorDemand,
    });
    return {
      id,
      userId,
      teamId,
      plan,
      isOwner,
      hasIncompleteBilling,
      hasSecondFactor,
      hasApp,
      user: toSessionUser(row),
      ...(access === 'full' ? {} : { restrictedTo: access }),
      ...(factorDemand && (isDue(factorDemand, row.readAt) || !row.hasFactor)
        ? { factorNeeded: factorDemand }
        : {}),
      ...(row.timeZone === null ? {} : { timeZone: row.timeZone }),
      ...(deletionRequestedAt ? { deletionRequestedAt: new Date(deletionRequestedAt) } : {}),
    };
  }

  async hasIdledOut(request: RequestContext): Promise<boolean> {
    const token = this.cookie.readToken(request);
    return token !== undefined && hasIdledOut(this.pool, hashToken(token));
  }

  async replaceInBrowser(request: RequestContext, token: string): Promise<void> {
    const former = this.cookie.readToken(request);
    if (former !== undefined) await this.end(former);
    this.cookie.write(request, token);
  }

  async logOut(request: RequestContext): Promise<void> {
    const token = this.cookie.readToken(request);
    if (token === undefined) return;
    const session = await this.find(request);
    await this.end(token);
    if (session) await this.audit.recordBy(session, 'logout', request);
  }

  async end(token: string): Promise<void> {
    await this.prisma.session.deleteMany({ where: { tokenHash: hashToken(token) } });
  }
}

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
 * Returns the session's new token (ASVS 7.2.4) to only one of several concurrent calls. Returns undefined if the
 * session or the used passkey is gone.
 */
export async function applyStepUp(
  transaction: Transaction,
  tokenHash: Uint8Array<ArrayBuffer>,
  userId: string,
  stepUp: StepUp,
): Promise<string | undefined> {
  const renewed = mintToken();
  const session = { tokenHash, userId, renewedHash: hashToken(renewed) };
  return (await renewSession(transaction, session, stepUp)) ? renewed : undefined;
}

/** Also revokes all grants of connected apps (invariant 9 of docs/security.md). */
export async function endAllSessions(transaction: Transaction, userId: string): Promise<void> {
  await transaction.session.deleteMany({ where: { userId } });
  await revokeGrants(transaction, userId);
}

/** Null is stored for a session that replaced a company session when the user left the team. */
export function toBeginning(stored: string | null): SessionBeginning | null {
  return sessionBeginnings.find((one) => one === stored) ?? null;
}

export function toKnownSession(session: Session): KnownSession {
  const {
    user,
    restrictedTo,
    deletionRequestedAt,
    plan,
    isOwner,
    hasIncompleteBilling,
    timeZone,
    factorNeeded,
  } = session;
  return {
    user,
    plan,
    isOwner,
    hasIncompleteBilling,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(restrictedTo ? { restrictedTo } : {}),
    ...(deletionRequestedAt ? { erasedOn: eraseDayOf(deletionRequestedAt).toISOString() } : {}),
    ...(factorNeeded ? { factorNeeded: { by: lastDayBefore(factorNeeded.dueAt), of: factorNeeded.of } } : {}),
  };
}

type NamedUser = { userId: string; email: string; firstName: string; lastName: string; teamName: string };

export function toSessionUser({ userId, email, firstName, lastName, teamName }: NamedUser): SessionUser {
  return {
    platform_user_id: userId,
    email,
    addressable_name: `${firstName} ${lastName}`,
    sortable_name: `${lastName}, ${firstName}`,
    team: { name: teamName },
  };
}
