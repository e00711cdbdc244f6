import type { Transaction } from '@foyer/db/client';
import { insertSelected } from '@foyer/db/insert-selected';
import { ahead, cast, expression, flag, now, detached, typedSql, type TypedSql } from '@foyer/db/typed-sql';
import { canTakeBack } from '../../identity/addresses.queries.ts';
import { linkFactsOf } from './first-link.queries.ts';
import { requestInvitation } from '../../teams/seat-requests.queries.ts';
import type { PendingSignIn } from './pending-cookie.ts';

/** How long a browser's `pending` cookie can show and link a claim. */
const LIFE = { minutes: 60 };

/** A person whom an identity provider vouches for, under an email address that a user has or can restore. */
export type NewPendingIdentity = {
  identityProviderId: string;
  nameId: string;
  userId: string;
  person: { email: string; firstName: string; lastName: string };
};

/**
 * Returns undefined if the NameID is already linked, or if the user neither has the email address nor can restore it.
 */
export async function insertPendingIdentity(
  db: Transaction,
  { identityProviderId, nameId, userId, person }: NewPendingIdentity,
  needsOwner: boolean,
): Promise<{ id: string; expiresAt: Date } | undefined> {
  return insertSelected(typedSql(db).insertInto('pendingIdentities'), (from) =>
    from
      .selectFrom('users as u')
      .select((row) => [
        row.val(identityProviderId).as('identityProviderId'),
        row.val(nameId).as('nameId'),
        'u.id as userId',
        row.val(person.email).as('email'),
        row.val(person.firstName).as('firstName'),
        row.val(person.lastName).as('lastName'),
        row.lit(needsOwner).as('isAsked'),
      ])
      .where('u.id', '=', userId)
      .where((row) =>
        row.or([row('u.email', '=', person.email), canTakeBack(row.ref('u.id'), row.val(person.email))]),
      )
      .where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('ssoIdentities as i')
              .select('i.id')
              .where('i.identityProviderId', '=', identityProviderId)
              .where('i.nameId', '=', nameId),
          ),
        ),
      ),
  )
    .onConflict((conflict) =>
      conflict.columns(['identityProviderId', 'nameId', 'userId']).doUpdateSet((row) => ({
        email: row.ref('excluded.email'),
        firstName: row.ref('excluded.firstName'),
        lastName: row.ref('excluded.lastName'),
        isAsked: flag(row.or([row.ref('pendingIdentities.isAsked'), row.ref('excluded.isAsked')])),
      })),
    )
    .returning(['id', ahead(LIFE).as('expiresAt')])
    .executeTakeFirst();
}

export async function readPendingIdentity(db: Transaction, pending: PendingSignIn) {
  return openPendingIdentity(typedSql(db), pending)
    .innerJoin('teams as t', 't.id', 'i.teamId')
    .where((one) =>
      one.or([one('u.email', '=', one.ref('p.email')), canTakeBack(one.ref('u.id'), one.ref('p.email'))]),
    )
    .select((one) => [
      flag(one('u.email', '!=', one.ref('p.email'))).as('hasMoved'),
      flag(one('u.teamId', '=', one.ref('i.teamId'))).as('isMember'),
      linkFactsOf(one.ref('u.id'), one.ref('i.id')).as('standing'),
      'p.email',
      't.name as teamName',
      flag(one('t.ownerId', 'is not distinct from', one.ref('u.id'))).as('isOwnersAccount'),
      one
        .selectFrom('teamInvitations as v')
        .select('v.id')
        .whereRef('v.teamId', '=', 't.id')
        .whereRef('v.email', '=', 'u.email')
        .where('v.acceptedAt', 'is', null)
        .where('v.revokedAt', 'is', null)
        .where('v.expiresAt', '>', now())
        .as('invitationId'),
      flag(
        one.exists(
          one
            .selectFrom('seatRequests as r')
            .select('r.id')
            .whereRef('r.teamId', '=', 't.id')
            .whereRef('r.email', '=', 'u.email')
            .where('r.needsInvitation', '=', true),
        ),
      ).as('hasAsked'),
    ])
    .executeTakeFirst();
}

/** Returns undefined if the claim is no longer open, or if its user is not in another team. */
export async function requestInvitationFor(db: Transaction, pending: PendingSignIn) {
  return requestInvitation(
    db,
    currentPendingIdentity(detached, pending)
      .select(['i.teamId', 'u.email', 'p.firstName', 'p.lastName'])
      .select((row) => row.lit(true).as('needsInvitation'))
      .whereRef('i.teamId', '<>', 'u.teamId'),
  );
}

/**
 * Links only if the password or passkey of the login is older than the claim. `passkeyMadeAt` is set only after a login
 * by passkey.
 */
export async function linkPendingIdentityByLogin(
  db: Transaction,
  pending: PendingSignIn,
  userId: string,
  passkeyMadeAt: Date | undefined,
) {
  return linkPendingIdentity(db, userId, (from) =>
    currentPendingIdentity(from, pending).where((row) =>
      row(
        passkeyMadeAt
          ? cast(row.val(passkeyMadeAt), 'timestamptz')
          : row.fn.coalesce('u.passwordSetAt', 'u.createdAt'),
        '<',
        row.ref('p.firstSeenAt'),
      ),
    ),
  );
}

/** Links nothing if the user has another identity at the identity provider. */
export async function linkFirstIdentity(db: Transaction, pending: PendingSignIn, userId: string) {
  return linkPendingIdentity(db, userId, (from) =>
    currentPendingIdentity(from, pending).where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('ssoIdentities as o')
            .select('o.id')
            .whereRef('o.identityProviderId', '=', 'i.id')
            .whereRef('o.userId', '=', 'u.id'),
        ),
      ),
    ),
  );
}

async function linkPendingIdentity(
  db: Transaction,
  userId: string,
  pendingIn: (from: Pick<TypedSql, 'selectFrom'>) => ReturnType<typeof currentPendingIdentity>,
) {
  return typedSql(db)
    .with('claim', (from) =>
      pendingIn(from)
        .select(['i.id as identityProviderId', 'i.name as identityProvider', 'p.nameId'])
        .select(['u.id as userId', 'u.email', 'u.firstName'])
        .where('u.id', '=', userId)
        .whereRef('u.teamId', '=', 'i.teamId')
        .where('u.deactivatedAt', 'is', null),
    )
    .with('linked', (into) =>
      insertSelected(into.insertInto('ssoIdentities'), (from) =>
        from.selectFrom('claim').select(['identityProviderId', 'nameId', 'userId']),
      )
        .onConflict((conflict) => conflict.doNothing())
        .returning(['identityProviderId', 'nameId']),
    )
    .with('decided', (from) =>
      from
        .deleteFrom('pendingIdentities as d')
        .using('linked as l')
        .whereRef('d.identityProviderId', '=', 'l.identityProviderId')
        .whereRef('d.nameId', '=', 'l.nameId'),
    )
    .selectFrom('claim as c')
    .innerJoin('linked as l', (join) => join.onTrue())
    .select(['c.email', 'c.firstName', 'c.identityProvider'])
    .executeTakeFirst();
}

/**
 * Selects a claim to the user's current address. After a change of address, a login proves nothing about the old one.
 */
function currentPendingIdentity(from: Pick<TypedSql, 'selectFrom'>, pending: PendingSignIn) {
  return openPendingIdentity(from, pending).whereRef('u.email', '=', 'p.email');
}

/**
 * Selects a browser's unexpired claim, unless the provider is disabled or no longer has the domain of the claim's
 * email address.
 */
function openPendingIdentity(from: Pick<TypedSql, 'selectFrom'>, { id, expiresAt }: PendingSignIn) {
  return from
    .selectFrom('pendingIdentities as p')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .innerJoin('identityProviders as i', 'i.id', 'p.identityProviderId')
    .where('p.id', '=', id)
    .where(cast(expression.val(expiresAt), 'timestamptz'), '>', now())
    .where('i.isEnabled', '=', true)
    .where((row) =>
      row.exists(
        row
          .selectFrom('idpDomains as d')
          .select('d.domain')
          .whereRef('d.identityProviderId', '=', 'i.id')
          .where('d.domain', '=', row.fn<string>('split_part', ['p.email', row.val('@'), row.lit(-1)])),
      ),
    );
}

export async function listPendingIdentities(db: Transaction, teamId: string) {
  return typedSql(db)
    .selectFrom('pendingIdentities as p')
    .innerJoin('identityProviders as i', 'i.id', 'p.identityProviderId')
    .innerJoin('users as u', 'u.id', 'p.userId')
    .select(['p.id', 'p.firstName', 'p.lastName', 'p.email', 'p.nameId', 'p.firstSeenAt'])
    .select(['u.id as memberId', 'u.firstName as memberFirstName', 'u.lastName as memberLastName'])
    .select((row) => [
      flag(row('u.email', '!=', row.ref('p.email'))).as('hasMoved'),
      flag(row('u.teamId', '=', row.ref('i.teamId'))).as('isMember'),
    ])
    .where('i.teamId', '=', teamId)
    .where((row) => row.fn<boolean>('is_claim_open', ['p.userId', 'p.email', 'p.identityProviderId']))
    .orderBy('p.firstSeenAt')
    .orderBy('p.id')
    .execute();
}

export type DecidedIdentity = NonNullable<Awaited<ReturnType<typeof takePendingIdentity>>>;

/**
 * Deletes and returns a claim, or returns undefined if it is no longer open. The caller must hold the lock of the
 * claim's user. `email` is the claimed address, which the user may no longer have.
 */
export async function takePendingIdentity(db: Transaction, id: string, teamId: string) {
  return typedSql(db)
    .deleteFrom('pendingIdentities as p')
    .using(['identityProviders as i', 'users as u'])
    .where('p.id', '=', id)
    .whereRef('i.id', '=', 'p.identityProviderId')
    .where('i.teamId', '=', teamId)
    .whereRef('u.id', '=', 'p.userId')
    .where((row) => row.fn<boolean>('is_claim_open', ['p.userId', 'p.email', 'p.identityProviderId']))
    .returning(['p.identityProviderId', 'i.name as identityProvider', 'p.nameId', 'p.email', 'u.firstName'])
    .returning((row) => [
      row.ref('u.email').as('currentEmail'),
      flag(row('u.email', '!=', row.ref('p.email'))).as('hasMoved'),
      flag(row('u.teamId', '=', row.ref('i.teamId'))).as('isMember'),
    ])
    .executeTakeFirst();
}

/** Ends the period in which the user can restore this former address. */
export async function releaseAddress(db: Transaction, userId: string, email: string): Promise<void> {
  await typedSql(db)
    .updateTable('addressChanges')
    .set((row) => ({ undoUntil: row.fn<Date>('least', ['undoUntil', now()]), heldAt: null }))
    .where('userId', '=', userId)
    .where('oldEmail', '=', email)
    .where('appliedAt', 'is not', null)
    .where('undoneAt', 'is', null)
    .execute();
}
