import { SESSION_ABSOLUTE_HOURS, SESSION_IDLE_MINUTES } from '@foyer/contracts/identity/session';
import type { Db, Transaction } from '@foyer/db/client';
import { prepare } from '@foyer/db/prepare';
import {
  ago,
  ahead,
  cast,
  expression,
  flag,
  jsonBuildObject,
  now,
  typedSql,
  type Expression,
} from '@foyer/db/typed-sql';
import type { RequestContext } from '../../request/request-context.ts';
import { hasFactor } from '../users.queries.ts';
import type { SessionStart, StepUp } from '../session.service.ts';

export async function insertSession(
  db: Db,
  tokenHash: Uint8Array<ArrayBuffer>,
  userId: string,
  request: RequestContext,
  start: SessionStart,
): Promise<void> {
  const { beganBy, hasSecondFactor, factorAddedAt = null, dependsOnIdp = null, stepUp } = start;
  const { authenticatedAt = null, endsAt = null } = start;
  await preparedInsert(typedSql(db), {
    tokenHash,
    userId,
    userAgent: request.userAgent,
    ipAddress: request.address,
    beganBy,
    factorAddedAt,
    hasSecondFactor,
    dependsOnIdp,
    authenticatedAt,
    endsAt,
    isStepUp: stepUp?.at === 'now',
    stepUpAt: stepUp && stepUp.at !== 'now' ? stepUp.at : null,
    stepUpDependsOnIdp: stepUp?.dependsOnIdp ?? null,
  });
}

const notAfter = (time: Expression<Date | null>, end: Expression<Date>) =>
  expression.fn<Date>('least', [end, cast(time, 'timestamptz')]);

type NewSession = {
  tokenHash: Uint8Array<ArrayBuffer>;
  userId: string;
  userAgent: string;
  ipAddress: string;
  beganBy: string | null;
  factorAddedAt: Date | null;
  hasSecondFactor: boolean;
  dependsOnIdp: string | null;
  authenticatedAt: Date | null;
  endsAt: Date | null;
  isStepUp: boolean;
  stepUpAt: Date | null;
  stepUpDependsOnIdp: string | null;
};

const preparedInsert = prepare<NewSession>()((database, given) =>
  database.insertInto('sessions').values((row) => ({
    tokenHash: given('tokenHash'),
    userId: given('userId'),
    userAgent: given('userAgent'),
    ipAddress: given('ipAddress'),
    expiresAt: notAfter(given('endsAt'), ahead({ hours: SESSION_ABSOLUTE_HOURS })),
    beganBy: given('beganBy'),
    factorAddedAt: given('factorAddedAt'),
    hasSecondFactor: given('hasSecondFactor'),
    dependsOnIdp: given('dependsOnIdp'),
    // The clock of an identity provider may be ahead of the database's.
    authenticatedAt: notAfter(given('authenticatedAt'), now()),
    stepUpAt: row
      .case()
      .when(cast(given('isStepUp'), 'bool'))
      .then(now())
      .else(cast(given('stepUpAt'), 'timestamptz'))
      .end(),
    stepUpDependsOnIdp: given('stepUpDependsOnIdp'),
  })),
);

type AskedSession = { tokenHash: Uint8Array<ArrayBuffer>; isFactorRequired: boolean };

export async function findSession(db: Db, asked: AskedSession) {
  const [row] = await preparedFind(typedSql(db), asked);
  return row?.session;
}

const preparedFind = prepare<AskedSession>()((database, given) =>
  database
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .leftJoin('subscriptions as p', 'p.teamId', 't.id')
    // One JSON value, because the driver takes longer to read this many columns.
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
        deletionRequestedAt: row.ref('u.deletionRequestedAt'),
        teamSince: row.ref('u.teamSince'),
        createdAt: row.ref('u.createdAt'),
        hasApp: flag(row('u.secondFactorAt', 'is not', null)),
        hasSecondFactor: row.ref('s.hasSecondFactor'),
        // Computed only if a second factor is required, now or later, and the session has verified none.
        hasFactor: flag(
          row
            .case()
            .when(
              row.and([
                row('s.hasSecondFactor', '=', false),
                row.or([row('t.secondFactorDueAt', 'is not', null), cast(given('isFactorRequired'), 'bool')]),
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

export async function touchSession(db: Db, id: string): Promise<void> {
  await typedSql(db).updateTable('sessions').set({ lastSeenAt: now() }).where('id', '=', id).execute();
}

export async function hasIdledOut(db: Db, tokenHash: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const ended = await typedSql(db)
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select('s.id')
    .where('s.tokenHash', '=', tokenHash)
    .where('s.expiresAt', '>', now())
    .where('s.lastSeenAt', '<=', ago({ minutes: SESSION_IDLE_MINUTES }))
    .where('u.deactivatedAt', 'is', null)
    .executeTakeFirst();
  return ended !== undefined;
}

export async function listLiveSessions(db: Db, userId: string) {
  return typedSql(db)
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'lastSeenAt', 'beganBy'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now())
    .where('lastSeenAt', '>', ago({ minutes: SESSION_IDLE_MINUTES }))
    .orderBy('lastSeenAt', 'desc')
    .execute();
}

/** Returns false if the session has ended, its token was already rotated, or the passkey is gone. */
export async function renewSession(
  db: Transaction,
  session: { tokenHash: Uint8Array<ArrayBuffer>; userId: string; renewedHash: Uint8Array<ArrayBuffer> },
  { isCodeAlone = false, dependsOnIdp, sessionEndsWith = null, factorAddedAt = null, ...proof }: StepUp,
): Promise<boolean> {
  const { hasSecondFactor, passkeyId } = proof;
  const { numUpdatedRows } = await typedSql(db)
    .updateTable('sessions')
    .set((row) => ({
      tokenHash: session.renewedHash,
      lastSeenAt: now(),
      ...(!isCodeAlone && { authenticatedAt: now(), stepUpAt: now(), stepUpDependsOnIdp: dependsOnIdp }),
      dependsOnIdp: row.fn.coalesce('dependsOnIdp', cast(row.val(sessionEndsWith), 'uuid')),
      factorAddedAt: sessionEndsWith === null ? factorAddedAt : null,
    }))
    // After a step-up without a second factor, the session keeps its `hasSecondFactor`.
    .$if(hasSecondFactor, (update) => update.set({ hasSecondFactor }))
    .where('tokenHash', '=', session.tokenHash)
    .where('userId', '=', session.userId)
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
  return numUpdatedRows === 1n;
}

export async function revokeGrants(db: Transaction, userId: string): Promise<void> {
  await typedSql(db)
    .updateTable('oauthGrants')
    .set({ revokedAt: now() })
    .where('userId', '=', userId)
    .where('revokedAt', 'is', null)
    .execute();
}
