import { createHash } from 'node:crypto';
import type { Transaction } from '@foyer/db/client';
import { countMail, LINKS_OF_ASKER, LINKS_TO_ADDRESS, secondsUntilMail } from '../../accounts/mail-wait.ts';

/** The count of one person's links to an address. It does not tell the address's owner who that was. */
const kindOfAsker = (userId: string) =>
  `confirm-address ${createHash('sha256').update(userId).digest('base64url')}`;

/** In how many seconds a person may have another link mailed to an address; 0 if now. */
export const secondsUntilLink = (transaction: Transaction, email: string, userId: string) =>
  secondsUntilMail(transaction, email, kindOfAsker(userId), LINKS_OF_ASKER);

/** 0 if the link may be mailed, which is then counted; else in how many seconds to ask again. */
export async function claimLink(
  transaction: Transaction,
  { newEmail, userId }: { newEmail: string; userId: string },
): Promise<number> {
  const seconds = Math.max(
    await secondsUntilLink(transaction, newEmail, userId),
    await secondsUntilMail(transaction, newEmail, 'confirm-address', LINKS_TO_ADDRESS),
  );
  if (seconds > 0) return seconds;
  await countMail(transaction, newEmail, kindOfAsker(userId));
  await countMail(transaction, newEmail, 'confirm-address');
  return 0;
}
