import type { Db } from '@foyer/db/client';
import { now, typedSql } from '@foyer/db/typed-sql';

/** What a passkey's signature says of it. */
export type PasskeyUse = { id: string; counter: number; isBackedUp: boolean };

/** The count is taken as it is, so that a reset authenticator is told of once and a copy each time it lags behind. */
export async function notePasskeyUse(db: Db, { id, counter, isBackedUp }: PasskeyUse): Promise<void> {
  await typedSql(db)
    .updateTable('passkeys')
    .set({ counter: BigInt(counter), isBackedUp, lastUsedAt: now() })
    .where('id', '=', id)
    .execute();
}
