import { MAILED_CODE_MINUTES } from '@foyer/contracts/identity/factor-recovery';
import { PENDING_LOGIN_MINUTES } from '@foyer/contracts/identity/second-factor';
import type { Db, Transaction } from '@foyer/db/client';
import { ahead, clockTime, now, typedSql, wholeSecondsBetween } from '@foyer/db/typed-sql';
import { limits } from '../../config/limits.ts';

type TokenHash = Uint8Array<ArrayBuffer>;

export async function insertPendingLogin(
  db: Db,
  login: { tokenHash: TokenHash; userId: string; isBrowserNew: boolean },
): Promise<void> {
  await typedSql(db)
    .insertInto('pendingLogins')
    .values({ ...login, expiresAt: ahead({ minutes: PENDING_LOGIN_MINUTES }) })
    .execute();
}

/** Whose login waits under a token. */
export async function findPendingLogin(db: Db, tokenHash: TokenHash): Promise<string | undefined> {
  const row = await typedSql(db)
    .selectFrom('pendingLogins')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', clockTime())
    .executeTakeFirst();
  return row?.userId;
}

/** Whether a login still waits; then nothing ends it before the transaction does. */
export async function lockPendingLogin(db: Transaction, tokenHash: TokenHash): Promise<boolean> {
  const row = await typedSql(db)
    .selectFrom('pendingLogins')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', clockTime())
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a login of a user that waits under a token. */
export async function deletePendingLogin(db: Db, tokenHash: TokenHash, userId: string): Promise<void> {
  await typedSql(db)
    .deleteFrom('pendingLogins')
    .where('tokenHash', '=', tokenHash)
    .where('userId', '=', userId)
    .execute();
}

/**
 * Keeps the hash of a mailed code, in the place of any before, and lets the login wait as long as the code is good. Whether it
 * still waited.
 */
export async function keepMailedCode(
  db: Transaction,
  tokenHash: TokenHash,
  mailedCodeHash: string,
): Promise<boolean> {
  const kept = await typedSql(db)
    .updateTable('pendingLogins')
    .set((row) => ({
      ...{ mailedCodeHash, mailedCodeTries: 0 },
      expiresAt: row.fn<Date>('greatest', ['expiresAt', ahead({ minutes: MAILED_CODE_MINUTES })]),
    }))
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', clockTime())
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

/** Counts a try at a mailed code and returns its hash; nothing if there is none, or no try is left. */
export async function tryMailedCode(db: Db, tokenHash: TokenHash): Promise<string | undefined> {
  const tried = await typedSql(db)
    .updateTable('pendingLogins')
    .set((row) => ({ mailedCodeTries: row('mailedCodeTries', '+', 1) }))
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', clockTime())
    .where('mailedCodeTries', '<', limits.mailedCodes.size)
    .where('mailedCodeHash', 'is not', null)
    .returning('mailedCodeHash')
    .executeTakeFirst();
  return tried?.mailedCodeHash ?? undefined;
}

/** Uses up a mailed code that was right. Whether it was still the one. */
export async function useMailedCode(
  db: Transaction,
  tokenHash: TokenHash,
  mailedCodeHash: string,
): Promise<boolean> {
  const used = await typedSql(db)
    .updateTable('pendingLogins')
    .set({ mailedCodeHash: null })
    .where('tokenHash', '=', tokenHash)
    .where('mailedCodeHash', '=', mailedCodeHash)
    .where('expiresAt', '>', clockTime())
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}

/** Deletes logins of new browsers that waited for a code in vain. Returns when the first began. */
export async function takeUnfinishedLogins(db: Transaction, userId: string): Promise<Date | undefined> {
  const ended = await typedSql(db)
    .deleteFrom('pendingLogins')
    .where('userId', '=', userId)
    .where('isBrowserNew', '=', true)
    .where('expiresAt', '<=', clockTime())
    .returning('createdAt')
    .execute();
  return ended.map(({ createdAt }) => createdAt).toSorted((one, other) => +one - +other)[0];
}

/** In how many seconds the next login of a new browser will have waited in vain. */
export async function secondsToNextUnfinished(db: Transaction, userId: string): Promise<number | undefined> {
  const next = await typedSql(db)
    .selectFrom('pendingLogins')
    .select((row) => wholeSecondsBetween(now(), row.fn.min('expiresAt')).as('seconds'))
    .where('userId', '=', userId)
    .where('isBrowserNew', '=', true)
    .executeTakeFirst();
  return next?.seconds ?? undefined;
}
