import { PROOF_MINUTES } from '@foyer/contracts/identity/security';
import type { Transaction } from '@foyer/db/client';
import { ago, flag, typedSql } from '@foyer/db/typed-sql';

export async function findStepUpStanding(db: Transaction, { id, userId }: { id: string; userId: string }) {
  return typedSql(db)
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .leftJoin('secondFactors as f', (join) =>
      join.onRef('f.userId', '=', 'u.id').on('f.confirmedAt', 'is not', null),
    )
    .select((row) => {
      const passkeys = row.selectFrom('passkeys as p').select('p.id').whereRef('p.userId', '=', 'u.id');
      return [
        flag(row('s.stepUpAt', '>', ago({ minutes: PROOF_MINUTES }))).as('isStepUpRecent'),
        's.stepUpDependsOnIdp',
        flag(row('u.passwordHash', 'is not', null)).as('hasPassword'),
        flag(row.exists(passkeys)).as('hasPasskey'),
        flag(row.exists(passkeys.where('p.dependsOnIdp', 'is', null))).as('hasOwnPasskey'),
        'f.confirmedAt as appAddedAt',
        'f.dependsOnIdp as appDependsOnIdp',
        // If the user signs in through several companies, prefers the one through which the session began.
        row
          .selectFrom('ssoIdentities as i')
          .innerJoin('identityProviders as c', 'c.id', 'i.identityProviderId')
          .select('c.name')
          .whereRef('i.userId', '=', 'u.id')
          .where('c.isEnabled', '=', true)
          .orderBy(
            (order) => order('c.id', '=', order.ref('s.dependsOnIdp')),
            (by) => by.desc().nullsLast(),
          )
          .limit(1)
          .as('idpName'),
        'u.email',
        'u.firstName',
      ];
    })
    .where('s.id', '=', id)
    .where('u.id', '=', userId)
    .executeTakeFirst();
}

/**
 * Locks the session, and the identity providers that its start and its last step-up depend on, until the transaction
 * ends. Returns undefined if the session was deleted.
 */
export async function lockSessionAndProviders(db: Transaction, sessionId: string) {
  // Locks the providers before the session, like the deletion of a provider, so that the two cannot deadlock.
  await typedSql(db)
    .selectFrom('identityProviders as i')
    .innerJoin('sessions as s', (join) =>
      join.on((row) => row('i.id', 'in', [row.ref('s.dependsOnIdp'), row.ref('s.stepUpDependsOnIdp')])),
    )
    .select('i.id')
    .where('s.id', '=', sessionId)
    .forKeyShare('i')
    .execute();
  return typedSql(db)
    .selectFrom('sessions')
    .select(['dependsOnIdp', 'stepUpAt', 'stepUpDependsOnIdp'])
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst();
}
