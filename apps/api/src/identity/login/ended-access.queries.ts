import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

/**
 * Deletes and returns the records of at most `mostPeople` users whose access ended with an identity provider.
 * Concurrent callers get different users.
 */
export async function takeEndedAccess(db: Transaction, mostPeople: number) {
  const people = typedSql(db)
    .selectFrom('users as u')
    .select('u.id')
    .where((row) =>
      row.exists(row.selectFrom('endedAccess as e').select('e.id').whereRef('e.userId', '=', 'u.id')),
    )
    .orderBy('u.id')
    .limit(mostPeople)
    .forNoKeyUpdate()
    .skipLocked();
  return typedSql(db)
    .deleteFrom('endedAccess as e')
    .using('users as u')
    .whereRef('u.id', '=', 'e.userId')
    .where('e.userId', 'in', people)
    .returning(['u.email', 'u.firstName', 'u.deactivatedAt', 'e.identityProvider'])
    .returning(['e.passkeys', 'e.hasApp', 'e.recoveryCodes', 'e.connectedApps'])
    .execute();
}
