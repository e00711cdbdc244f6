import { createHash } from 'node:crypto';
import type { Transaction } from '@foyer/db/client';
import { LINKS_OF_ASKER, secondsUntilMail } from '../../accounts/mail-wait.ts';

/** The count of one person's links to an address. It does not tell the address's owner who that was. */
export const kindOfAsker = (userId: string) =>
  `confirm-address ${createHash('sha256').update(userId).digest('base64url')}`;

/** In how many seconds a person may have another link mailed to an address; 0 if now. */
export const secondsUntilLink = (transaction: Transaction, email: string, userId: string) =>
  secondsUntilMail(transaction, email, kindOfAsker(userId), LINKS_OF_ASKER);
