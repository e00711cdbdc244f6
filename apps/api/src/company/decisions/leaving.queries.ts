import type { Transaction } from '@foyer/db/client';
import { cast, typedSql } from '@foyer/db/typed-sql';
import { holdAddress } from '../../identity/users.queries.ts';

/** See `CompanyIdentities.unlink`. */
export async function unlinkIdentities(
  transaction: Transaction,
  userId: string,
  teamId: string,
): Promise<boolean> {
  await holdAddress(transaction, userId, teamId);
  const ofTeam = { where: { userId, identityProvider: { teamId } } };
  const { count } = await transaction.ssoIdentity.deleteMany(ofTeam);
  await transaction.pendingIdentity.deleteMany(ofTeam);
  await transaction.formerIdentity.deleteMany({ where: { userId, teamId } });
  await endAccessByCompany(transaction, userId, teamId);
  return count > 0;
}

export async function endAccessByCompany(db: Transaction, userId: string, teamId: string): Promise<void> {
  await typedSql(db)
    .selectFrom('identityProviders')
    // Casts the result, because the driver can't read `void`.
    .select((row) => cast(row.fn('end_access_on_word_of', ['id', row.val(userId)]), 'text').as('ended'))
    .where('teamId', '=', teamId)
    .execute();
}
