import { createHash } from 'node:crypto';
import type { Transaction } from '@foyer/db/client';
import { lockLevels } from '../../mails/mail-limits.queries.ts';
import { bucketOf, secondsUntilRoom, take, twoThenOne, waitOf } from '../../mails/mail-limits.ts';
import { limits } from '../../config/limits.ts';

/** Returns the rate limit of one user's links to an address. Its name does not reveal the user to the address's owner. */
async function bucketsOfRequester(transaction: Transaction, email: string, userId: string) {
  const name = `confirm-address ${createHash('sha256').update(userId).digest('base64url')}`;
  const paced = await twoThenOne(limits.linksOfPerson, transaction, email, name);
  return [...paced, waitOf(email, name)];
}

/** Returns the seconds until a user may have another link mailed to an address. Returns 0 if they may now. */
export const secondsUntilLink = async (transaction: Transaction, email: string, userId: string) =>
  secondsUntilRoom(await lockLevels(transaction, await bucketsOfRequester(transaction, email, userId)));

/** Counts a mail and returns 0, or returns the seconds until the next one is allowed. */
export async function claimLink(
  transaction: Transaction,
  { newEmail, userId }: { newEmail: string; userId: string },
): Promise<number> {
  return take(transaction, [
    ...(await bucketsOfRequester(transaction, newEmail, userId)),
    bucketOf(limits.linksToAddress, newEmail, 'confirm-address'),
  ]);
}
