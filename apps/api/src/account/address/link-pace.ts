import { createHash } from 'node:crypto';
import type { Transaction } from '@foyer/db/client';
import { lockLevels } from '../../mails/mail-limits.queries.ts';
import {
  bucketOf,
  secondsUntilRoom,
  fillIfRoom,
  accountMailBuckets,
  cooldownBucket,
} from '../../mails/mail-limits.ts';
import { limits } from '../../config/limits.ts';

/** The limits' name contains only a hash of the user's id, because the owner of the address can export the name. */
async function bucketsOfRequester(transaction: Transaction, email: string, userId: string) {
  const name = `confirm-address ${createHash('sha256').update(userId).digest('base64url')}`;
  const paced = await accountMailBuckets(limits.linksOfPerson, transaction, email, name);
  return [...paced, cooldownBucket(email, name)];
}

/**
 * Returns 0 if the user's own limits allow another link. Ignores the limit of all users' links to the address, which
 * `claimLink` also checks.
 */
export const secondsUntilLink = async (transaction: Transaction, email: string, userId: string) =>
  secondsUntilRoom(await lockLevels(transaction, await bucketsOfRequester(transaction, email, userId)));

/** Counts a mail and returns 0. If no mail is allowed yet, counts none and returns the seconds to wait. */
export async function claimLink(
  transaction: Transaction,
  { newEmail, userId }: { newEmail: string; userId: string },
): Promise<number> {
  return fillIfRoom(transaction, [
    ...(await bucketsOfRequester(transaction, newEmail, userId)),
    bucketOf(limits.linksToAddress, newEmail, 'confirm-address'),
  ]);
}
