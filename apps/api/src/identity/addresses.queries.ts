import type { Transaction } from '@foyer/db/client';
import { canBeUndone } from '../database/former-addresses.queries.ts';
import { detached, expression, flag, jsonBuildObject, typedSql, type Expression } from '@foyer/db/typed-sql';

/**
 * Returns the SQL condition that an address is taken: an account has it, or an account other than `forUser` can still
 * restore it (decision 80).
 */
export const isTaken = (
  address: Expression<string>,
  forUser: Expression<string | null> = expression.val<string | null>(null),
) =>
  expression.or([
    expression.exists(
      detached.selectFrom('users as holder').select('holder.id').where('holder.email', '=', address),
    ),
    expression.fn<boolean>('is_address_reserved', [address, forUser]),
  ]);

export async function isAddressTaken(transaction: Transaction, email: string): Promise<boolean> {
  const { taken } = await typedSql(transaction)
    .selectNoFrom((row) => flag(isTaken(row.val(email))).as('taken'))
    .executeTakeFirstOrThrow();
  return taken;
}

/** Returns the SQL condition that a user has changed away from an address and can still restore it. */
export const canTakeBack = (userId: Expression<string>, address: Expression<string>) =>
  expression.exists(
    expression
      .selectFrom('addressChanges')
      .select('addressChanges.id')
      .where('addressChanges.userId', '=', userId)
      .where('addressChanges.oldEmail', '=', address)
      .where('addressChanges.appliedAt', 'is not', null)
      .where(canBeUndone),
  );

/**
 * Locks the users, in the order of their ids, so that no other transaction can change them until this one ends. Call
 * this, for example, before reading a team's members, or before changing login methods.
 */
export async function lockUsers(transaction: Transaction, ...ids: string[]): Promise<void> {
  await typedSql(transaction)
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export const accountOf = (address: string) =>
  detached
    .selectFrom('users as u')
    .select((user) =>
      jsonBuildObject({
        id: user.ref('u.id'),
        firstName: user.ref('u.firstName'),
        hasPassword: flag(user('u.passwordHash', 'is not', null)),
        identityProvider: user
          .selectFrom('ssoIdentities as i')
          .innerJoin('identityProviders as p', 'p.id', 'i.identityProviderId')
          .select('p.name')
          .whereRef('i.userId', '=', 'u.id')
          .where('p.isEnabled', '=', true)
          .limit(1)
          .$asScalar(),
        // The name of the team whose owner has not yet decided about a company identity with this address.
        undecidedIn: user
          .selectFrom('teams as t')
          .select('t.name')
          .whereRef('t.id', '=', 'u.teamId')
          .where(user.fn<boolean>('has_undecided_identity', ['u.id']))
          .$asScalar(),
      }).as('account'),
    )
    .where('u.email', '=', address);

export type AccountOfAddress = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

export async function findAccount(db: Transaction, email: string) {
  const { account } = await typedSql(db)
    .selectNoFrom(() => [accountOf(email).as('account')])
    .executeTakeFirstOrThrow();
  return account;
}
