import type { Db } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';

export type PasskeyUse = { id: string; counter: number; isBackedUp: boolean };

export type SignedPasskey = PasskeyUse & { userId: string; createdAt: Date; dependsOnIdp: string | null };

/**
 * Stores the counter even if it is lower. So a reset authenticator causes only one mail, while a copied one causes a
 * mail each time its counter is not higher than the stored one.
 */
export async function notePasskeyUse(db: Db, { id, counter, isBackedUp }: PasskeyUse): Promise<void> {
  await typedSql(db)
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), isBackedUp, lastUsedAt: now() })
    .where('id', '=', id)
    .execute();
}

export async function useChallenge(
  db: Db,
  challengeHash: Uint8Array<ArrayBuffer>,
  expiresAt: Date,
): Promise<boolean> {
  const used = await typedSql(db)
    .insertInto('usedChallenges')
    .values({ challengeHash, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return used.numInsertedOrUpdatedRows === 1n;
}

/** Returns the time when the transaction began. */
export async function readTime(db: Db): Promise<Date> {
  const { at } = await typedSql(db).selectNoFrom(now().as('at')).executeTakeFirstOrThrow();
  return at;
}
