import type { Transaction } from '@foyer/db/client';
import { ago, cast, clockTime, expression, flag, now, secondsBetween, typedSql } from '@foyer/db/typed-sql';
import { companyFactors, hasFactor } from '../users.queries.ts';

/** An unconfirmed set-up expires after this time. */
const SET_UP = { minutes: 15 };

/**
 * Finds the facts that decide whether a user needs a second factor, and whether the user has one. With `locksTeam`, the
 * team's rule cannot change until the transaction ends.
 */
export async function findFactorStanding(db: Transaction, userId: string, { locksTeam = false } = {}) {
  return typedSql(db)
    .selectFrom('users as u')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .select(['t.secondFactorDueAt as teamFactorDueAt', 'u.teamSince', 'u.createdAt'])
    .select((row) => flag(hasFactor(row.ref('u.id'), row.ref('u.secondFactorAt'))).as('hasFactor'))
    .where('u.id', '=', userId)
    .$if(locksTeam, (query) => query.forShare('t'))
    .executeTakeFirst();
}

export async function findCompanyFactor(db: Transaction, userId: string): Promise<string | undefined> {
  const company = await typedSql(db)
    .selectFrom(companyFactors(expression.val(userId)).limit(1).as('company'))
    .select('name')
    .executeTakeFirst();
  return company?.name;
}

export async function listRememberedBrowsers(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('knownDevices')
    .select(['id', 'userAgent', 'secondFactorUntil'])
    .where('userId', '=', userId)
    .where('secondFactorUntil', '>', now())
    .orderBy('lastUsedAt', 'desc')
    .execute();
}

/**
 * Inserts an unconfirmed app, which replaces another unconfirmed one. Returns false if the user has a confirmed app.
 */
export async function beginApp(
  db: Transaction,
  { userId, ...app }: { userId: string; sealedSecret: string; onWordOf: string | null },
): Promise<boolean> {
  const begun = await typedSql(db)
    .insertInto('secondFactors')
    .values({ userId, ...app })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ ...app, createdAt: now() })
        .where('secondFactors.confirmedAt', 'is', null),
    )
    .executeTakeFirst();
  return begun.numInsertedOrUpdatedRows === 1n;
}

/** Locks the app whose set-up a user started within `SET_UP`, confirmed or not. */
export async function lockBegunApp(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'confirmedAt', 'onWordOf'])
    .where('userId', '=', userId)
    .where('createdAt', '>', ago(SET_UP))
    .forUpdate()
    .executeTakeFirst();
}

/** Activates the app that a user has set up. From then on, logins with the password need its code. */
export async function confirmApp(
  db: Transaction,
  userId: string,
  app: { lastStep: number; onWordOf: string | null },
): Promise<void> {
  const { confirmedAt } = await typedSql(db)
    .updateTable('secondFactors')
    .set({ confirmedAt: clockTime(), ...app })
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirstOrThrow();
  await typedSql(db)
    .updateTable('users')
    .set({ secondFactorAt: confirmedAt })
    .where('id', '=', userId)
    .execute();
}

/** Locks a user's confirmed app, so that its codes are checked one at a time. */
export async function lockApp(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'lastStep', 'onWordOf'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Consumes a time step of an app. Returns false if this or a later step was already used. */
export async function useStep(db: Transaction, userId: string, step: number): Promise<boolean> {
  const used = await typedSql(db)
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where((row) => row.or([row('lastStep', 'is', null), row('lastStep', '<', step)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Consumes a recovery code. Returns false if the code was already used. */
export async function useRecoveryCode(db: Transaction, id: string): Promise<boolean> {
  const used = await typedSql(db)
    .updateTable('recoveryCodes')
    .set({ usedAt: now() })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Reads the database's time, in seconds since 1970. */
export async function readSeconds(db: Transaction): Promise<number> {
  const epoch = cast(expression.val(new Date(0)), 'timestamptz');
  const { seconds } = await typedSql(db)
    .selectNoFrom(secondsBetween(epoch, clockTime()).as('seconds'))
    .executeTakeFirstOrThrow();
  return seconds;
}
