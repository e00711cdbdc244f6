import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

/**
 * The company that a person's names and address follow at each sign-in (company/saml/follow-company.ts), by the name of its
 * sign-in; none while that is switched off.
 */
export async function findManagingCompany(
  transaction: Transaction,
  userId: string,
): Promise<string | undefined> {
  const found = await typedSql(transaction)
    .selectFrom('ssoIdentities as i')
    .innerJoin('identityProviders as p', 'p.id', 'i.identityProviderId')
    .select('p.name')
    .where('i.userId', '=', userId)
    .where('p.isEnabled', '=', true)
    .orderBy('i.createdAt')
    .limit(1)
    .executeTakeFirst();
  return found?.name;
}
