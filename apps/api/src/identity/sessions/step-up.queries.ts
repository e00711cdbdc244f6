import { PROOF_MINUTES } from '@foyer/contracts/identity/security';
import type { Transaction } from '@foyer/db/client';
import { ago, flag, typedSql } from '@foyer/db/typed-sql';

/** What the person of a session can prove themselves by, and have; undefined when the session has ended. */
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
        flag(row('s.stepUpAt', '>', ago({ minutes: PROOF_MINUTES }))).as('isFresh'),
        's.stepUpOnWordOf',
        flag(row('u.passwordHash', 'is not', null)).as('hasPassword'),
        flag(row.exists(passkeys)).as('hasPasskey'),
        flag(row.exists(passkeys.where('p.onWordOf', 'is', null))).as('hasOwnPasskey'),
        'f.confirmedAt as appSince',
        'f.onWordOf as appOnWordOf',
        // The one that the session began at, if there are several.
        row
          .selectFrom('ssoIdentities as i')
          .innerJoin('identityProviders as c', 'c.id', 'i.identityProviderId')
          .select('c.name')
          .whereRef('i.userId', '=', 'u.id')
          .where('c.isEnabled', '=', true)
          .orderBy(
            (order) => order('c.id', '=', order.ref('s.onWordOf')),
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

/** On whose word a session began and was last proved; undefined when it has ended. Locks it until the transaction ends. */
export async function lockVouching(db: Transaction, sessionId: string) {
  // The provider is locked first, as its deletion does.
  await typedSql(db)
    .selectFrom('identityProviders as i')
    .innerJoin('sessions as s', (join) =>
      join.on((row) => row('i.id', 'in', [row.ref('s.onWordOf'), row.ref('s.stepUpOnWordOf')])),
    )
    .select('i.id')
    .where('s.id', '=', sessionId)
    .forKeyShare('i')
    .execute();
  return typedSql(db)
    .selectFrom('sessions')
    .select(['onWordOf', 'stepUpAt', 'stepUpOnWordOf'])
    .where('id', '=', sessionId)
    .forKeyShare()
    .executeTakeFirst();
}
