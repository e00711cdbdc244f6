import { linkLifeHours, type LinkState } from '@foyer/contracts/identity/password';
import type { Transaction } from '@foyer/db/client';
import { ahead, flag, now, typedSql } from '@foyer/db/typed-sql';
import { hashToken, mintToken } from '../request/secret-token.ts';
import { lockUsers } from './addresses.queries.ts';

/*
 * Links that set a password. Opening a link changes nothing. Only the call with the new password consumes it (invariant
 * 2 of docs/security.md). An address may have several live links, because anyone can request one. The database ends
 * reset links when the password or address changes or the user is deactivated (trigger `users_proof_changed`). Sign-up
 * links end with their registration. No reset link works while the team's owner has not decided about an identity of
 * the address (`has_undecided_identity`).
 */

export type LinkSubject =
  | { purpose: 'create_password'; email: string; registrationId: string }
  | { purpose: 'reset_password'; email: string; userId: string };

/** `registrationId` is null for reset links, and after the registration was deleted. */
export type OneTimeLink = {
  purpose: LinkSubject['purpose'];
  email: string;
  userId: string | null;
  registrationId: string | null;
};

const linkColumns = ['purpose', 'email', 'userId', 'registrationId'] as const;

/**
 * Returns the token for the mail. Waits for concurrent changes to the user or registration, because such a change may
 * end all links.
 */
export async function mintLink(db: Transaction, subject: LinkSubject): Promise<string> {
  const { purpose, email } = subject;
  const userId = subject.purpose === 'reset_password' ? subject.userId : null;
  const registrationId = subject.purpose === 'create_password' ? subject.registrationId : null;
  const token = mintToken();
  if (userId !== null)
    await typedSql(db).selectFrom('users').select('id').where('id', '=', userId).forShare().execute();
  await typedSql(db)
    .insertInto('oneTimeLinks')
    .values({
      purpose,
      email,
      userId,
      registrationId,
      tokenHash: hashToken(token),
      expiresAt: ahead({ hours: linkLifeHours[purpose] }),
    })
    .execute();
  return token;
}

export async function findLink(
  db: Transaction,
  token: string,
): Promise<{ state: LinkState; link?: OneTimeLink }> {
  const row = await typedSql(db)
    .selectFrom('oneTimeLinks')
    .select(linkColumns)
    .select(['usedAt', 'replacedAt'])
    .select((columns) => [
      columns.fn<boolean>('has_undecided_identity', ['userId']).as('isUndecided'),
      flag(columns('expiresAt', '<=', now())).as('isExpired'),
    ])
    .where('tokenHash', '=', hashToken(token))
    .executeTakeFirst();
  if (!row) return { state: 'unknown' };
  const { usedAt, replacedAt, isUndecided, isExpired, ...link } = row;
  const hasNoSubject = link.purpose === 'create_password' && link.registrationId === null;
  if (usedAt || hasNoSubject) return { state: 'used', link };
  if (replacedAt || isUndecided) return { state: 'replaced', link };
  return { state: isExpired ? 'expired' : 'valid', link };
}

/** Returns the link to only one of several concurrent calls. The others get undefined. */
export async function consumeLink(
  db: Transaction,
  token: string,
  { email, userId }: OneTimeLink,
): Promise<OneTimeLink | undefined> {
  // Calls with other links of the same user or address wait here. This must be the transaction's first lock, so that
  // they cannot deadlock.
  if (userId === null)
    await typedSql(db)
      .selectFrom('registrations')
      .select('id')
      .where('address', '=', email)
      .orderBy('id')
      .forUpdate()
      .execute();
  else await lockUsers(db, userId);
  return typedSql(db)
    .updateTable('oneTimeLinks')
    .set({ usedAt: now() })
    .where('tokenHash', '=', hashToken(token))
    .where('usedAt', 'is', null)
    .where('replacedAt', 'is', null)
    .where('expiresAt', '>', now())
    .where((row) => row.or([row('purpose', '=', 'reset_password'), row('registrationId', 'is not', null)]))
    .where((row) => row.not(row.fn<boolean>('has_undecided_identity', ['userId'])))
    .returning(linkColumns)
    .executeTakeFirst();
}
