import type { LanguageTag } from '@foyer/catalog/languages';
import { ADDRESS_HELD_DAYS } from '@foyer/contracts/account/address-change';
import type { Db, Prisma, Transaction } from '@foyer/db/client';
import { ahead, cast, detached, expression, now, type Expression, typedSql } from '@foyer/db/typed-sql';
import { isTaken } from './addresses.queries.ts';

export type NewUser = Omit<Prisma.UserUncheckedCreateInput, 'id' | 'createdAt'>;

/** Fails if the address is taken or the team has no free seat. */
export const createUser = (transaction: Transaction, user: NewUser): Promise<{ id: string }> =>
  transaction.user.create({ data: user, select: { id: true } });

export const insertUser = (user: {
  email: string;
  firstName: string;
  lastName: string;
  language: LanguageTag | null;
  teamId: string;
}) => detached.insertInto('users').values(user).returning('id');

/** Fails if the team has no free seat. */
export async function moveToTeam(transaction: Transaction, id: string, teamId: string): Promise<void> {
  await transaction.user.update({ where: { id }, data: { teamId }, select: { id: true } });
}

export async function changeProfile(
  transaction: Transaction,
  id: string,
  changes: Prisma.UserUncheckedUpdateInput,
): Promise<void> {
  await transaction.user.update({ where: { id }, data: changes, select: { id: true } });
}

export async function chooseLanguage(
  transaction: Transaction,
  id: string,
  language: LanguageTag,
): Promise<boolean> {
  const { count } = await transaction.user.updateMany({
    where: { id, OR: [{ language: null }, { language: { not: language } }] },
    data: { language },
  });
  return count === 1;
}

/** Returns undefined if the user's address is no longer `from`. Fails if the address `to` is taken. */
export async function changeAddress(transaction: Transaction, id: string, from: string, to: string) {
  const [changed] = await transaction.user.updateManyAndReturn({
    where: { id, email: from },
    data: { email: to },
    select: { firstName: true, language: true, timeZone: true },
  });
  return changed;
}

export async function restoreAddress(
  db: Transaction,
  id: string,
  { from, to, passwordHash }: { from: string; to: string; passwordHash: string },
): Promise<boolean> {
  const restored = await typedSql(db)
    .updateTable('users')
    .set({ email: to, passwordHash, passwordSetAt: now() })
    .where('id', '=', id)
    .where('email', '=', from)
    .executeTakeFirst();
  return restored.numUpdatedRows === 1n;
}

/**
 * Sets the names and the address to those that the company sent. Keeps the present address if the new one is taken.
 * Returns the address that the user has afterwards.
 */
export async function updateNamesAndAddress(
  db: Transaction,
  { id, firstName, lastName, email }: { id: string; firstName: string; lastName: string; email: string },
): Promise<string> {
  const renamed = await typedSql(db)
    .updateTable('users as u')
    .set((row) => ({
      firstName,
      lastName,
      email: row
        .case()
        .when(isTaken(row.val(email), row.val(id)))
        .then(row.ref('u.email'))
        .else(email)
        .end(),
    }))
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow();
  return renamed.email;
}

export async function setPassword(
  db: Transaction,
  id: string,
  passwordHash: string,
): Promise<{ firstName: string }> {
  return typedSql(db)
    .updateTable('users')
    .set({ passwordHash, passwordSetAt: now() })
    .where('id', '=', id)
    .returning('firstName')
    .executeTakeFirstOrThrow();
}

/**
 * Call this after the user has proved control of the mailbox. Also deletes the user's known browsers, so that a lock of
 * one of them no longer applies.
 */
export async function clearLockoutAndDevices(
  transaction: Transaction,
  { id: userId, email }: { id: string; email: string },
): Promise<void> {
  await transaction.lockout.deleteMany({ where: { subject: email } });
  await transaction.knownDevice.deleteMany({ where: { userId } });
}

export async function replacePassword(
  db: Db,
  id: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const replaced = await typedSql(db)
    .updateTable('users')
    .set({ passwordHash: to, passwordSetAt: now() })
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .executeTakeFirst();
  return replaced.numUpdatedRows === 1n;
}

export async function requestDeletion(db: Transaction, id: string): Promise<Date> {
  const { deletionRequestedAt } = await typedSql(db)
    .updateTable('users')
    .set({ deletionRequestedAt: now() })
    .where('id', '=', id)
    .returning('deletionRequestedAt')
    .$narrowType<{ deletionRequestedAt: Date }>()
    .executeTakeFirstOrThrow();
  return deletionRequestedAt;
}

export async function cancelDeletion(
  db: Transaction,
  id: string,
): Promise<{ email: string; firstName: string } | undefined> {
  return typedSql(db)
    .updateTable('users')
    .set({ deletionRequestedAt: null })
    .where('id', '=', id)
    .where('deletionRequestedAt', 'is not', null)
    .returning(['email', 'firstName'])
    .executeTakeFirst();
}

/**
 * Deactivates an account permanently and frees its address. Its new `.invalid` address is one that no mailbox can have
 * (RFC 2606, 2).
 */
export async function deactivateAndFreeAddress(db: Transaction, id: string): Promise<void> {
  await typedSql(db)
    .updateTable('users')
    .set((row) => ({ deactivatedAt: row.fn.coalesce('deactivatedAt', now()) }))
    .set({ email: `retired-${id}@retired.invalid` })
    .where('id', '=', id)
    .execute();
}

/**
 * If a user's address is in the company's domains, prevents its change for `ADDRESS_HELD_DAYS`. Otherwise, a user who
 * came in only through the company could move the account to another mailbox. Does nothing if the user had a password
 * or passkey of their own before the company was linked.
 */
export async function holdAddress(db: Transaction, userId: string, teamId: string): Promise<void> {
  await typedSql(db)
    .with('link', (from) =>
      from
        .selectFrom('ssoIdentities as i')
        .innerJoin('identityProviders as c', 'c.id', 'i.identityProviderId')
        .select((row) =>
          row
            .case()
            // If the provider's issuer was changed, the date of the first link is unknown.
            .when(
              row.exists(
                row
                  .selectFrom('formerIdentities')
                  .select('userId')
                  .where('userId', '=', userId)
                  .where('teamId', '=', teamId),
              ),
            )
            .then(cast(row.val(new Date(0)), 'timestamptz'))
            .else(row.fn.min('i.createdAt'))
            .end()
            .as('at'),
        )
        .where('i.userId', '=', userId)
        .where('c.teamId', '=', teamId),
    )
    .updateTable('users as u')
    .from('link')
    .set({ addressHeldUntil: ahead({ days: ADDRESS_HELD_DAYS }) })
    .where('u.id', '=', userId)
    .where('link.at', 'is not', null)
    .where((row) =>
      row.exists(
        row
          .selectFrom('idpDomains as d')
          .innerJoin('identityProviders as c', 'c.id', 'd.identityProviderId')
          .select('d.domain')
          .where('c.teamId', '=', teamId)
          .whereRef('d.domain', '=', row.fn<string>('split_part', ['u.email', row.val('@'), row.val(2)])),
      ),
    )
    .where((row) =>
      row.not(
        row.or([
          row.and([
            row('u.passwordHash', 'is not', null),
            row(row.fn.coalesce('u.passwordSetAt', 'u.createdAt'), '<', row.ref('link.at')),
          ]),
          row.exists(
            row
              .selectFrom('passkeys as p')
              .select('p.id')
              .whereRef('p.userId', '=', 'u.id')
              .where('p.dependsOnIdp', 'is', null)
              .whereRef('p.createdAt', '<', 'link.at'),
          ),
        ]),
      ),
    )
    .execute();
}

export async function endOtherSessions(
  transaction: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<void> {
  await transaction.session.deleteMany({ where: { userId, id: { not: id } } });
}

export async function removeFactors(
  transaction: Transaction,
  userId: string,
  { confirmedAfter }: { confirmedAfter: Date },
): Promise<void> {
  await transaction.passkey.deleteMany({ where: { userId } });
  await transaction.secondFactor.deleteMany({
    where: { userId, OR: [{ confirmedAt: null }, { confirmedAt: { gt: confirmedAfter } }] },
  });
}

/**
 * Selects the companies whose sign-in counts as a second factor of the user, by the owner's setting or by the last
 * assertion (ASVS 6.8.4).
 */
export const companyFactors = (userId: Expression<string>) =>
  detached
    .selectFrom('ssoIdentities as fi')
    .innerJoin('identityProviders as fp', 'fp.id', 'fi.identityProviderId')
    .select('fp.name')
    .where('fi.userId', '=', userId)
    .where('fp.isEnabled', '=', true)
    .where((row) => row.or([row('fp.asksForSecondFactor', '=', true), row('fi.hasSecondFactor', '=', true)]));

/**
 * Whether a user has an authenticator app, a passkey, or a company sign-in with a second factor.
 * `sessions.has_second_factor` tells whether a session has verified one.
 */
export const hasFactor = (userId: Expression<string>, secondFactorAt: Expression<Date | null>) =>
  expression.or([
    expression(secondFactorAt, 'is not', null),
    expression.exists(detached.selectFrom('passkeys as fk').select('fk.id').where('fk.userId', '=', userId)),
    expression.exists(companyFactors(userId)),
  ]);
