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

export async function findPendingLogin(db: Db, tokenHash: TokenHash): Promise<string | undefined> {
  const row = await typedSql(db)
    .selectFrom('pendingLogins')
    .select('userId')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', clockTime())
    .executeTakeFirst();
  return row?.userId;
}

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

export async function deletePendingLogin(db: Db, tokenHash: TokenHash, userId: string): Promise<void> {
  await typedSql(db)
    .deleteFrom('pendingLogins')
    .where('tokenHash', '=', tokenHash)
    .where('userId', '=', userId)
    .execute();
}

/**
 * A new mailed code replaces an earlier one. The pending login lasts at least as long as the code. Returns false if the
 * login is no longer pending.
 */
export async function keepMailedCode(
  db: Transaction,
  tokenHash: TokenHash,
  mailedCodeHash: string,
): Promise<boolean> {
  const kept = await typedSql(db)
    .updateTable('pendingLogins')
    .set((row) => ({
      mailedCodeHash,
      mailedCodeTries: 0,
      expiresAt: row.fn<Date>('greatest', ['expiresAt', ahead({ minutes: MAILED_CODE_MINUTES })]),
    }))
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', clockTime())
    .executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

/**
 * Counts an attempt and returns the code's hash. Returns undefined if the login has expired, there is no code, or no
 * attempt is left.
 */
export async function countMailedCodeTry(db: Db, tokenHash: TokenHash): Promise<string | undefined> {
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

export async function secondsToNextUnfinished(db: Transaction, userId: string): Promise<number | undefined> {
  const next = await typedSql(db)
    .selectFrom('pendingLogins')
    .select((row) => wholeSecondsBetween(now(), row.fn.min('expiresAt')).as('seconds'))
    .where('userId', '=', userId)
    .where('isBrowserNew', '=', true)
    .executeTakeFirst();
  return next?.seconds ?? undefined;
}
