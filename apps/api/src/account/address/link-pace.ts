import { createHash } from 'node:crypto';
import type { Transaction } from '@foyer/db/client';
import { lockLevels } from '../../mails/mail-limits.queries.ts';
import { bucketOf, secondsUntilRoom, take, twoThenOne, waitOf } from '../../mails/mail-limits.ts';
import { limits } from '../../config/limits.ts';

/** One person's links to an address. The name does not tell the address's owner who that was. */
async function bucketsOfRequester(transaction: Transaction, email: string, userId: string) {
  const name = `confirm-address ${createHash('sha256').update(userId).digest('base64url')}`;
  const paced = await twoThenOne(limits.linksOfPerson, transaction, email, name);
  return [...paced, waitOf(email, name)];
}

/** In how many seconds a person may have another link mailed to an address; 0 if now. */
export const secondsUntilLink = async (transaction: Transaction, email: string, userId: string) =>
  secondsUntilRoom(await lockLevels(transaction, await bucketsOfRequester(transaction, email, userId)));

/** 0 if the link may be mailed, which is then counted; else in how many seconds to ask again. */
export async function claimLink(
  transaction: Transaction,
  { newEmail, userId }: { newEmail: string; userId: string },
): Promise<number> {
  return take(transaction, [
    ...(await bucketsOfRequester(transaction, newEmail, userId)),
    bucketOf(limits.linksToAddress, newEmail, 'confirm-address'),
  ]);
}
