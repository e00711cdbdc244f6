import type { Db } from '@foyer/db/client';
import { prepare } from '@foyer/db/prepare';
import { cast, typedSql } from '@foyer/db/typed-sql';

/**
 * Returns whether the account's password hash and second factor (or its absence) are still the ones that the login was
 * checked against. If so, neither changes before the transaction ends.
 */
export async function lockAccountByPassword(
  db: Db,
  {
    id,
    passwordHash,
    secondFactorAt,
  }: { id: string; passwordHash: string | null; secondFactorAt: string | null },
): Promise<boolean> {
  const factorAt = secondFactorAt === null ? null : new Date(secondFactorAt);
  const rows = await preparedLock(typedSql(db), { id, passwordHash, factorAt });
  return rows.length > 0;
}

const preparedLock = prepare<{ id: string; passwordHash: string | null; factorAt: Date | null }>()(
  (database, given) =>
    database
      .selectFrom('users')
      .select('id')
      .where('id', '=', given('id'))
      .where('passwordHash', '=', given('passwordHash'))
      .where('secondFactorAt', 'is not distinct from', cast(given('factorAt'), 'timestamptz'))
      .forShare(),
);

/** Returns whether an account still has a passkey. If so, the passkey stays until the transaction ends. */
export async function lockAccountByPasskey(db: Db, id: string, passkeyId: string): Promise<boolean> {
  const row = await typedSql(db)
    .selectFrom('users as u')
    .innerJoin('passkeys as p', 'p.userId', 'u.id')
    .select('u.id')
    .where('u.id', '=', id)
    .where('p.id', '=', passkeyId)
    .forShare('u')
    .forNoKeyUpdate('p')
    .executeTakeFirst();
  return row !== undefined;
}
