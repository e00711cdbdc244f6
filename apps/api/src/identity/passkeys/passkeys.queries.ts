import type { Db } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';

/** What a passkey's signature says of it. */
export type PasskeyUse = { id: string; counter: number; isBackedUp: boolean };

/** A passkey that has signed. Its new counter is stored with the login or the step-up that it allows. */
export type SignedPasskey = PasskeyUse & { userId: string; createdAt: Date; onWordOf: string | null };

/** The count is taken as it is, so that a reset authenticator causes one mail and a copy one each time it lags behind. */
export async function notePasskeyUse(db: Db, { id, counter, isBackedUp }: PasskeyUse): Promise<void> {
  await typedSql(db)
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), isBackedUp, lastUsedAt: now() })
    .where('id', '=', id)
    .execute();
}

/** Notes that a challenge was answered. Whether it was the first time. */
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

/** When the transaction began. */
export async function readTime(db: Db): Promise<Date> {
  const { at } = await typedSql(db).selectNoFrom(now().as('at')).executeTakeFirstOrThrow();
  return at;
}
