import type { Transaction } from '@foyer/db/client';
import { limits, type Limit } from '../config/limits.ts';
import { fill, lockLevels, fillOneIfRoom, type Bucket, type LockedBucket } from './mail-limits.queries.ts';

export const bucketOf = ({ size, seconds }: Limit, subject: string, name: string, count = 1): Bucket => ({
  subject,
  name,
  cost: (count * seconds) / size,
  ceiling: seconds,
});

export const cooldownBucket = (subject: string, name: string) => bucketOf(limits.mailsOfKind, subject, name);

/**
 * Adds its `cost` to each bucket and returns 0. If a bucket has no room, adds nothing to any bucket, and returns the
 * seconds until all have room. Safe under concurrency.
 */
export async function fillIfRoom(transaction: Transaction, buckets: Bucket[]): Promise<number> {
  const [only, ...others] = buckets;
  if (only && others.length === 0 && (await fillOneIfRoom(transaction, only))) return 0;
  const locked = await lockLevels(transaction, buckets);
  const seconds = secondsUntilRoom(locked);
  if (seconds === 0) await fill(transaction, locked);
  return seconds;
}

export const secondsUntilRoom = (buckets: LockedBucket[]): number =>
  Math.max(0, ...buckets.map(({ level, cost, ceiling }) => Math.ceil(level + cost - ceiling)));

/**
 * Returns 0 or the seconds to wait. Call this only if there is a mail to send. If a stranger makes requests all day,
 * the address gets two mails of each kind, and then one of each kind an hour.
 */
export const claimMail = async (transaction: Transaction, email: string, kind: string) =>
  fillIfRoom(transaction, await accountMailBuckets(limits.accountMails, transaction, email, kind));

/**
 * Allows two mails of a kind, then one per `thenSeconds`. After `seconds` without a mail, two mails are allowed again,
 * because the first one does not count in the bucket for `thenSeconds`.
 */
export async function accountMailBuckets(
  { seconds, thenSeconds }: { seconds: number; thenSeconds: number },
  transaction: Transaction,
  email: string,
  kind: string,
): Promise<Bucket[]> {
  const quiet = bucketOf({ size: 1, seconds }, email, `${kind}, quiet`);
  const [{ level } = { level: 0 }] = await lockLevels(transaction, [quiet]);
  // Each mail fills this bucket, so it is empty only after `seconds` without a mail.
  const restarted = { ...quiet, cost: seconds - level };
  return level === 0
    ? [restarted]
    : [restarted, bucketOf({ size: 1, seconds: thenSeconds }, email, `${kind}, pause`)];
}
