import type { Transaction } from '@foyer/db/client';
import { detached, flag, together, type Change } from '@foyer/db/typed-sql';
import { deleteSeatRequest } from '../../teams/seat-requests.queries.ts';
import { withFirstUse } from './saml-requests.queries.ts';
import type { Person } from './stages.ts';

/** Notes a second factor of the company, ends what waits for a seat, and makes more changes, in one statement. */
export async function recordSignIn(
  db: Transaction,
  { idp, nameId, isMultiFactor }: Person,
  email: string,
  ...changes: Change[]
): Promise<void> {
  await together(
    db,
    deleteSeatRequest(idp.teamId, email),
    detached
      .updateTable('ssoIdentities')
      .set({ hasSecondFactor: isMultiFactor })
      .where('identityProviderId', '=', idp.id)
      .where('nameId', '=', nameId)
      .where('hasSecondFactor', '<>', isMultiFactor),
    ...changes,
  );
}

/** The person of a session, for a response that is used by this and is to prove it. */
export async function findProvedAtFirstUse(
  db: Transaction,
  person: Person,
  tokenHash: Uint8Array<ArrayBuffer>,
) {
  return withFirstUse(db, person)
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.userId')
    .select(['s.userId', 'u.email'])
    .select((row) => [
      flag(row.exists(row.selectFrom('firstUse').select('id'))).as('isNew'),
      flag(
        row.exists(
          row
            .selectFrom('ssoIdentities as i')
            .select('i.id')
            .where('i.identityProviderId', '=', person.idp.id)
            .where('i.nameId', '=', person.nameId)
            .whereRef('i.userId', '=', 's.userId'),
        ),
      ).as('isSamePerson'),
    ])
    .where('s.tokenHash', '=', tokenHash)
    .where('u.deactivatedAt', 'is', null)
    .executeTakeFirst();
}
