import { Inject, Injectable } from '@nestjs/common';
import { eraseDayOf } from '@foyer/contracts/account/own-data';
import type { Restriction } from '@foyer/catalog/subscription-states';
import type { PlanType } from '@foyer/catalog/plans';
import { type SessionUser } from '@foyer/contracts/identity/login';
import { sessionBeginnings, type SessionBeginning } from '@foyer/contracts/identity/security';
import {
  SESSION_ABSOLUTE_HOURS,
  SESSION_IDLE_MINUTES,
  type KnownSession,
} from '@foyer/contracts/identity/session';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import {
  ago,
  ahead,
  cast,
  detached,
  expression,
  flag,
  jsonBuildObject,
  least,
  now,
  prepare,
  typedSql,
  type Change,
  type Expression,
  type TypedSql,
} from '@foyer/db/typed-sql';
import { Pool } from 'pg';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { accessTo, factorDemandOf, hasFactor, isDue, lastDayBefore, type FactorDemand } from './access.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';
import type { RequestContext } from '../request/request-context.ts';

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

/** A passkey that proves its person: since when they have had it, and on whose word alone it was added. */
export type ProvingPasskey = { id: string; madeAt: Date; onWordOf: string | null };

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
  ) {}

  /** Starts a session in `transaction` and returns the token for its cookie. It ends at `endsAt` if that is earlier. */
  async start(
    transaction: Transaction,
    userId: string,
    request: RequestContext,
    start: SessionStart,
  ): Promise<string> {
    const token = mintToken();
    request.userId = userId;
    await insertSession(typedSql(transaction), token, userId, request, start).execute();
    return token;
  }

  /**
   * The same as a statement, for a change that is made in one. `userId` may be a subquery, so whoever makes the change
   * notes it in the request.
   */
  starting(
    userId: string | Expression<string>,
    request: RequestContext,
    start: SessionStart,
  ): { token: string; statement: Change } {
    const token = mintToken();
    return { token, statement: insertSession(detached, token, userId, request, start) };
  }

  /**
   * The live session of a token, if any, with the gate's decision as of now. The hottest query of the portal: one
   * prepared statement on the shared pool. It extends the idle time-out at most once a minute.
   */
  async find(token: string, request: RequestContext): Promise<Session | undefined> {
    const everybodyDueAt = this.env.SECOND_FACTOR_REQUIRED_BY;
    const [read] = await findSession(typedSql(this.pool), {
      tokenHash: hashToken(token),
      isEverybodyAsked: everybodyDueAt !== undefined,
    });
    if (!read) return undefined;
    const row = read.session;
    const { id, userId, teamId, plan, hasIncompleteBilling, hasSecondFactor, asksForCode } = row;
    request.userId = userId;
    const isOwner = row.ownerId === userId;
    if (row.isTouchDue)
      await typedSql(this.pool)
        .updateTable('sessions')
        .set({ lastSeenAt: now() })
        .where('id', '=', id)
        .execute();
    const { status, endsAs, leavingAt } = row;
    const demand = hasSecondFactor ? undefined : factorDemandOf(row, everybodyDueAt);
    const isFactorMissing = isDue(demand, row.readAt);
    const access = accessTo({ isLeaving: leavingAt !== null, isFactorMissing, isOwner, status, endsAs });
    return {
      ...{ id, userId, teamId, plan, isOwner, hasIncompleteBilling, hasSecondFactor, asksForCode },
      user: toSessionUser(row),
      ...(access === 'full' ? {} : { restrictedTo: access }),
      ...(demand && (isFactorMissing || !row.hasFactor) ? { factorNeeded: demand } : {}),
      ...(row.language === null ? {} : { language: row.language }),
      ...(row.timeZone === null ? {} : { timeZone: row.timeZone }),
      ...(leavingAt ? { leavingAt: new Date(leavingAt) } : {}),
    };
  }

  /** Whether a token's session has ended for want of activity, and by nothing else. */
  async hasIdledOut(token: string): Promise<boolean> {
    const ended = await typedSql(this.pool)
      .selectFrom('sessions as s')
      .innerJoin('users as u', 'u.id', 's.userId')
      .select('s.id')
      .where('s.tokenHash', '=', hashToken(token))
      .where('s.expiresAt', '>', now())
      .where('s.lastSeenAt', '<=', ago({ minutes: SESSION_IDLE_MINUTES }))
      .where('u.deactivatedAt', 'is', null)
      .executeTakeFirst();
    return ended !== undefined;
  }

  /** A user's live sessions, last seen first. */
  async listLive(userId: string) {
    return typedSql(this.pool)
      .selectFrom('sessions')
      .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'lastSeenAt', 'beganBy'])
      .where('userId', '=', userId)
      .where('expiresAt', '>', now())
      .where('lastSeenAt', '>', ago({ minutes: SESSION_IDLE_MINUTES }))
      .orderBy('lastSeenAt', 'desc')
      .execute();
  }

  /**
   * Notes that the user of a session, which is known by its token's hash, has proved who they are, now, under a new token
   * (ASVS 7.2.4), which is returned. Of concurrent calls one gets it; the others, and who is logged out by then, nothing.
   */
  async renewProof(
    transaction: Transaction,
    tokenHash: Uint8Array<ArrayBuffer>,
    userId: string,
    { isCodeAlone = false, onWordOf, sessionEndsWith = null, strongSince = null, ...stepUp }: StepUp,
  ): Promise<string | undefined> {
    const { hasSecondFactor, passkeyId } = stepUp;
    const renewed = mintToken();
    const { numUpdatedRows } = await typedSql(transaction)
      .updateTable('sessions')
      .set((row) => ({
        tokenHash: hashToken(renewed),
        lastSeenAt: now(),
        ...(!isCodeAlone && { provedAt: now(), stepUpAt: now(), stepUpOnWordOf: onWordOf }),
        onWordOf: row.fn.coalesce('onWordOf', cast(row.val(sessionEndsWith), 'uuid')),
        strongSince: sessionEndsWith === null ? strongSince : null,
      }))
      // What a session has had it keeps.
      .$if(hasSecondFactor, (update) => update.set({ hasSecondFactor }))
      .where('tokenHash', '=', tokenHash)
      .where('userId', '=', userId)
      .where('expiresAt', '>', now())
      .where('lastSeenAt', '>', ago({ minutes: SESSION_IDLE_MINUTES }))
      .$if(passkeyId !== undefined, (query) =>
        query.where((row) =>
          row.exists(
            row
              .selectFrom('passkeys')
              .select('id')
              .where('id', '=', passkeyId ?? '')
              .forShare(),
          ),
        ),
      )
      .executeTakeFirst();
    return numUpdatedRows === 1n ? renewed : undefined;
  }

  /** Notes that the person of a session has given a second factor there, as part of the caller's change. */
  async noteFactor(transaction: Transaction, { id, userId }: Pick<Session, 'id' | 'userId'>): Promise<void> {
    await transaction.session.updateMany({ where: { id, userId }, data: { hasSecondFactor: true } });
  }

  /** Ends a session. Idempotent. */
  async end(token: string): Promise<void> {
    await this.prisma.session.deleteMany({ where: { tokenHash: hashToken(token) } });
  }

  /**
   * Ends every session of a user and every grant to an app, as part of the caller's change (invariant 9 of
   * docs/security.md).
   */
  async endAll(transaction: Transaction, userId: string): Promise<void> {
    await transaction.session.deleteMany({ where: { userId } });
    await typedSql(transaction)
      .updateTable('oauthGrants')
      .set({ revokedAt: now() })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .execute();
  }
}

function insertSession(
  database: TypedSql,
  token: string,
  userId: string | Expression<string>,
  request: RequestContext,
  {
    beganBy,
    hasSecondFactor,
    provedAt = null,
    strongSince = null,
    endsAt = null,
    onWordOf = null,
    stepUp,
  }: SessionStart,
) {
  return database
    .insertInto('sessions')
    .values({
      tokenHash: hashToken(token),
      userId,
      ...{ userAgent: request.userAgent, ipAddress: request.address },
      expiresAt: least(ahead({ hours: SESSION_ABSOLUTE_HOURS }), cast(expression.val(endsAt), 'timestamptz')),
      ...{ beganBy, strongSince, hasSecondFactor, onWordOf },
      // Of a clock that is ahead of ours, not later than now.
      provedAt: least(now(), cast(expression.val(provedAt), 'timestamptz')),
      stepUpAt: stepUp?.at === 'now' ? now() : (stepUp?.at ?? null),
      stepUpOnWordOf: stepUp?.onWordOf ?? null,
    })
    .returning('id');
}

type AskedSession = { tokenHash: Uint8Array<ArrayBuffer>; isEverybodyAsked: boolean };

const findSession = prepare<AskedSession>()((database, given) =>
  database
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .leftJoin('subscriptions as p', 'p.teamId', 't.id')
    // One value: reading a row of so many columns takes the driver half as long again.
    .select((row) =>
      jsonBuildObject({
        id: row.ref('s.id'),
        userId: row.ref('s.userId'),
        teamId: row.ref('u.teamId'),
        email: row.ref('u.email'),
        firstName: row.ref('u.firstName'),
        lastName: row.ref('u.lastName'),
        language: row.ref('u.language'),
        timeZone: row.ref('u.timeZone'),
        leavingAt: row.ref('u.leavingAt'),
        teamSince: row.ref('u.teamSince'),
        createdAt: row.ref('u.createdAt'),
        asksForCode: flag(row('u.secondFactorAt', 'is not', null)),
        hasSecondFactor: row.ref('s.hasSecondFactor'),
        // Looked for only where one is asked for.
        hasFactor: flag(
          row
            .case()
            .when(
              row.and([
                row('s.hasSecondFactor', '=', false),
                row.or([row('t.secondFactorDueAt', 'is not', null), cast(given('isEverybodyAsked'), 'bool')]),
              ]),
            )
            .then(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt')))
            .end(),
        ),
        isTouchDue: flag(row('s.lastSeenAt', '<', ago({ minutes: 1 }))),
        readAt: now(),
        teamName: row.ref('t.name'),
        teamFactorDueAt: row.ref('t.secondFactorDueAt'),
        plan: row.ref('t.plan'),
        hasIncompleteBilling: row.ref('t.hasIncompleteBilling'),
        ownerId: row.ref('t.ownerId'),
        status: row.ref('p.status'),
        endsAs: row.ref('p.endsAs'),
      }).as('session'),
    )
    .where('s.tokenHash', '=', given('tokenHash'))
    .where('s.expiresAt', '>', now())
    .where('s.lastSeenAt', '>', ago({ minutes: SESSION_IDLE_MINUTES }))
    .where('u.deactivatedAt', 'is', null),
);

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
