import type { Transaction } from '@foyer/db/client';
import { ago, cast, clockTime, expression, flag, now, secondsBetween, typedSql } from '@foyer/db/typed-sql';
import { companyFactors, hasFactor } from '../users.queries.ts';

const SET_UP = { minutes: 15 };

/** With `locksTeam`, the team's rule about second factors cannot change until the transaction ends. */
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

export async function listTrustedDevices(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('knownDevices')
    .select(['id', 'userAgent', 'trustedUntil'])
    .where('userId', '=', userId)
    .where('trustedUntil', '>', now())
    .orderBy('lastUsedAt', 'desc')
    .execute();
}

/** Replaces another unconfirmed app. Returns false if the user has a confirmed one. */
export async function insertUnconfirmedApp(
  db: Transaction,
  { userId, ...app }: { userId: string; sealedSecret: string; dependsOnIdp: string | null },
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

export async function lockUnconfirmedApp(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'confirmedAt', 'dependsOnIdp'])
    .where('userId', '=', userId)
    .where('createdAt', '>', ago(SET_UP))
    .forUpdate()
    .executeTakeFirst();
}

/** After this, logins with the password need a code. */
export async function confirmApp(
  db: Transaction,
  userId: string,
  app: { lastStep: number; dependsOnIdp: string | null },
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

export async function lockApp(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('secondFactors')
    .select(['sealedSecret', 'lastStep', 'dependsOnIdp'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
}

export async function useStep(db: Transaction, userId: string, step: number): Promise<boolean> {
  const used = await typedSql(db)
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where((row) => row.or([row('lastStep', 'is', null), row('lastStep', '<', step)]))
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

export async function useRecoveryCode(db: Transaction, id: string): Promise<boolean> {
  const used = await typedSql(db)
    .updateTable('recoveryCodes')
    .set({ usedAt: now() })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Returns the database's current time (not the transaction's start), in seconds since 1970. */
export async function readSeconds(db: Transaction): Promise<number> {
  const epoch = cast(expression.val(new Date(0)), 'timestamptz');
  const { seconds } = await typedSql(db)
    .selectNoFrom(secondsBetween(epoch, clockTime()).as('seconds'))
    .executeTakeFirstOrThrow();
  return seconds;
}
