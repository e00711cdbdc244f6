import type { Transaction } from '@foyer/db/client';
import { insertSelected } from '@foyer/db/insert-selected';
import { cast, detached, expression, flag, now, typedSql, type TypedSql } from '@foyer/db/typed-sql';
import type { PendingRequest } from './request-cookies.ts';
import { deleteSeatRequest } from '../../teams/seat-requests.queries.ts';
import type { VerifiedSignIn } from './stages.ts';

export async function markAnswered(db: Transaction, pending: PendingRequest): Promise<boolean> {
  const answered = await insertAnswered(typedSql(db), pending).executeTakeFirst();
  return answered.numInsertedOrUpdatedRows === 1n;
}

/**
 * Only one of several concurrent callers finds a row in `firstUse`. No caller finds one if the request has expired or
 * the identity provider is switched off. Locks the identity provider, so that switching it off waits for this
 * transaction and then also ends the new session.
 */
export function withFirstUse(db: Transaction, { idp, answered, assertionId, usableUntil }: VerifiedSignIn) {
  return typedSql(db)
    .with('request', (into) =>
      answered
        ? insertAnswered(into, answered).returning('requestId')
        : into.selectNoFrom(cast(expression.val(''), 'text').as('requestId')),
    )
    .with('assertion', (into) =>
      into
        .insertInto('usedAssertions')
        .values({ identityProviderId: idp.id, assertionId, expiresAt: usableUntil })
        .onConflict((conflict) => conflict.doNothing())
        .returning('assertionId'),
    )
    .with('enabled', (from) =>
      from
        .selectFrom('identityProviders')
        .select('id')
        .where('id', '=', idp.id)
        .where('isEnabled', '=', true)
        .forShare(),
    )
    .with('firstUse', (from) => from.selectFrom(['request', 'assertion', 'enabled']).select('enabled.id'));
}

function insertAnswered(
  into: Pick<TypedSql, 'insertInto'>,
  { identityProviderId, requestId, expiresAt }: PendingRequest,
) {
  return insertSelected(into.insertInto('answeredRequests'), () =>
    detached
      .selectNoFrom((row) => [
        row.val(identityProviderId).as('identityProviderId'),
        row.val(requestId).as('requestId'),
        row.val(expiresAt).as('expiresAt'),
      ])
      .where((row) => row(cast(row.val(expiresAt), 'timestamptz'), '>', now())),
  ).onConflict((conflict) => conflict.doNothing());
}

export async function recordSignIn(
  db: Transaction,
  { idp, nameId, isMultiFactor }: VerifiedSignIn,
  email: string,
): Promise<void> {
  await typedSql(db)
    .with('request', () => deleteSeatRequest(idp.teamId, email).returning('email'))
    .updateTable('ssoIdentities')
    .set({ hasSecondFactor: isMultiFactor })
    .where('identityProviderId', '=', idp.id)
    .where('nameId', '=', nameId)
    .where('hasSecondFactor', '<>', isMultiFactor)
    .execute();
}

export async function findProvedAtFirstUse(
  db: Transaction,
  person: VerifiedSignIn,
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
