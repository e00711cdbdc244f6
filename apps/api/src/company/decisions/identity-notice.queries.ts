import { fullName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';

/**
 * Omits claims to the owner's own current address. The notice would go to this address, and a stranger may now read its
 * mails.
 */
export async function findWaitingIdentities(
  db: Transaction,
  teamId: string,
  owner: { id: string; email: string },
): Promise<{ name: string; email: string }[]> {
  const rows = await typedSql(db)
    .selectFrom('pendingIdentities as p')
    .innerJoin('identityProviders as i', 'i.id', 'p.identityProviderId')
    .select(['p.firstName', 'p.lastName', 'p.email'])
    .where('i.teamId', '=', teamId)
    .where('p.isAsked', '=', true)
    .where('p.notifiedAt', 'is', null)
    .where((row) => row.or([row('p.userId', '!=', owner.id), row('p.email', '!=', owner.email)]))
    .where((row) => row.fn<boolean>('is_claim_open', ['p.userId', 'p.email', 'p.identityProviderId']))
    .orderBy('p.firstSeenAt')
    .orderBy('p.id')
    .execute();
  return rows.map(({ email, ...names }) => ({ name: fullName(names), email }));
}

export async function markIdentitiesMailed(db: Transaction, teamId: string, notifiedAt: Date): Promise<void> {
  await typedSql(db)
    .updateTable('pendingIdentities as p')
    .from('identityProviders as i')
    .set({ notifiedAt })
    .whereRef('i.id', '=', 'p.identityProviderId')
    .where('i.teamId', '=', teamId)
    .where('p.isAsked', '=', true)
    .where('p.notifiedAt', 'is', null)
    .where((row) => row.fn<boolean>('is_claim_open', ['p.userId', 'p.email', 'p.identityProviderId']))
    .execute();
}
