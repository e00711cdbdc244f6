import type { LanguageTag } from '@foyer/catalog/languages';
import type { Transaction } from '@foyer/db/client';
import { insertSelected } from '@foyer/db/insert-selected';
import { cast, detached, expression, flag, jsonBuildObject, now, typedSql } from '@foyer/db/typed-sql';
import { canTakeBack } from '../../identity/addresses.queries.ts';
import { insertUser } from '../../identity/users.queries.ts';
import { deleteRegistrations } from '../../registration/registrations.queries.ts';
import { linkFactsOf, wasLinked } from '../decisions/first-link.queries.ts';
import { withFirstUse } from './sign-in.queries.ts';
import type { VerifiedSignIn } from './stages.ts';

export type FoundAccount = Awaited<ReturnType<ReturnType<typeof accountOf>['executeTakeFirstOrThrow']>>;
export type FoundUser = NonNullable<FoundAccount['user']>;

/** Locks the account's user until the transaction ends. */
export async function findAccount(db: Transaction, person: VerifiedSignIn): Promise<FoundAccount> {
  return typedSql(db).selectFrom(accountOf(person).as('found')).selectAll().executeTakeFirstOrThrow();
}

/**
 * Also marks the response as used. Returns undefined if the response was used before, its request has expired, or the
 * identity provider is switched off.
 */
export async function findAccountAtFirstUse(
  db: Transaction,
  person: VerifiedSignIn,
): Promise<FoundAccount | undefined> {
  return withFirstUse(db, person)
    .selectFrom(accountOf(person).as('found'))
    .selectAll()
    .where((row) => row.exists(row.selectFrom('firstUse').select('id')))
    .executeTakeFirst();
}

function accountOf({ idp, email, nameId }: VerifiedSignIn) {
  return detached
    .selectFrom('teams as t')
    .leftJoin('subscriptions as s', 's.teamId', 't.id')
    .leftJoin('teamInvitations as v', (join) =>
      join
        .onRef('v.teamId', '=', 't.id')
        .on('v.email', '=', email)
        .on('v.acceptedAt', 'is', null)
        .on('v.revokedAt', 'is', null)
        .on('v.expiresAt', '>', now()),
    )
    .leftJoin('ssoIdentities as i', (join) =>
      join.on('i.identityProviderId', '=', idp.id).on('i.nameId', '=', nameId),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('users as u')
          .select('u.id')
          .select((row) =>
            jsonBuildObject({
              id: row.ref('u.id'),
              email: row.ref('u.email'),
              firstName: row.ref('u.firstName'),
              lastName: row.ref('u.lastName'),
              teamId: row.ref('u.teamId'),
              isDeactivated: flag(row('u.deactivatedAt', 'is not', null)),
              isDeletionPending: flag(row('u.deletionRequestedAt', 'is not', null)),
              teamSince: row.ref('u.teamSince'),
              createdAt: row.ref('u.createdAt'),
            }).as('user'),
          )
          .where('u.id', '=', (row) =>
            row.fn.coalesce(
              'i.userId',
              row.selectFrom('users as o').select('o.id').where('o.email', '=', email),
            ),
          )
          .forNoKeyUpdate()
          .as('account'),
      (join) => join.onTrue(),
    )
    .select((row) => [
      'account.user',
      flag(row('i.id', 'is not', null)).as('isLinked'),
      linkFactsOf(row.ref('account.id'), idOf(idp.id)).as('standing'),
      // The user for whom the email address is reserved, because they can still restore it (decision 80).
      row
        .selectFrom('users as f')
        .select((former) =>
          jsonBuildObject({ id: former.ref('f.id'), email: former.ref('f.email') }).as('former'),
        )
        .where((former) => canTakeBack(former.ref('f.id'), row.val(email)))
        .limit(1)
        .as('formerUser'),
      'v.id as invitationId',
      's.status as subscriptionStatus',
      's.endsAs',
      't.ownerId',
      't.secondFactorDueAt as teamFactorDueAt',
      now().as('readAt'),
    ])
    .where('t.id', '=', idp.teamId);
}

const idOf = (id: string) => cast(expression.val(id), 'uuid');

/** Also deletes the claims of the NameID. Returns false if another call has just linked the user. */
export async function linkIdentity(
  db: Transaction,
  { idp, nameId }: VerifiedSignIn,
  userId: string,
): Promise<boolean> {
  const linked = await insertSelected(
    typedSql(db)
      .with('decided', (from) =>
        from
          .deleteFrom('pendingIdentities')
          .where('identityProviderId', '=', idp.id)
          .where('nameId', '=', nameId),
      )
      .insertInto('ssoIdentities'),
    () =>
      detached
        .selectNoFrom((row) => [
          row.val(idp.id).as('identityProviderId'),
          row.val(nameId).as('nameId'),
          row.val(userId).as('userId'),
        ])
        .where((row) => row.not(wasLinked(idOf(userId), idOf(idp.id)))),
  ).executeTakeFirst();
  return linked.numInsertedOrUpdatedRows === 1n;
}

/**
 * Ends any sign-up with the email address. Fails with the seat limit's error, or with a unique conflict if a
 * concurrent call creates the member.
 */
export async function createMember(
  db: Transaction,
  { idp, nameId, email, firstName, lastName }: VerifiedSignIn,
  language: LanguageTag | null,
): Promise<string> {
  const { userId } = await insertSelected(
    typedSql(db)
      .with('member', () => insertUser({ email, firstName, lastName, language, teamId: idp.teamId }))
      .with('registration', (from) => deleteRegistrations(from, email))
      .with('decided', (from) =>
        from
          .deleteFrom('pendingIdentities')
          .where('identityProviderId', '=', idp.id)
          .where('nameId', '=', nameId),
      )
      .insertInto('ssoIdentities'),
    (from) =>
      from
        .selectFrom('member')
        .select((row) => [
          row.val(idp.id).as('identityProviderId'),
          row.val(nameId).as('nameId'),
          'id as userId',
        ]),
  )
    .returning('userId')
    .executeTakeFirstOrThrow();
  return userId;
}
