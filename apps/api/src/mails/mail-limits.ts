import type { Transaction } from '@foyer/db/client';
import { clockTime, greatest, later, secondsBetween, typedSql, type Expression } from '@foyer/db/typed-sql';
import { limits, type Limit } from '../config/limits.ts';

/**
 * A leaky bucket, kept as the moment at which it is empty. Taking adds `cost` seconds; there is room for as many as are
 * empty again in `ceiling` seconds.
 */
export type Bucket = { subject: string; name: string; cost: number; ceiling: number };

/** `level`: in how many seconds it is empty. */
export type LockedBucket = Bucket & { level: number };

/** The bucket of a limit, to take `count` from. */
export const bucketOf = ({ size, seconds }: Limit, subject: string, name: string, count = 1): Bucket => ({
  subject,
  name,
  cost: (count * seconds) / size,
  ceiling: seconds,
});

/** The shortest time between two mails of a kind, as screens show it. */
export const waitOf = (subject: string, name: string) => bucketOf(limits.mailsOfKind, subject, name);

/**
 * Takes from all buckets and gives 0; or takes nothing, and gives in how many seconds there is room. Of any number of
 * callers at once no more get through than there is room for.
 */
export async function take(transaction: Transaction, buckets: Bucket[]): Promise<number> {
  const [only, ...others] = buckets;
  if (only && others.length === 0 && (await takeAtOnce(transaction, only))) return 0;
  const locked = await lockLevels(transaction, buckets);
  const seconds = secondsUntilRoom(locked);
  if (seconds === 0) await fill(transaction, locked);
  return seconds;
}

/** Takes from one bucket if there is room, in one statement: sign-ups and notices need no more. */
async function takeAtOnce(transaction: Transaction, bucket: Bucket): Promise<boolean> {
  const { subject, name, cost, ceiling } = bucket;
  const filled = (emptyAt: Expression<Date>) => later(greatest(emptyAt, clockTime()), { seconds: cost });
  const { numInsertedOrUpdatedRows } = await typedSql(transaction)
    .insertInto('mailLimits')
    .values({ subject, name, emptyAt: filled(clockTime()) })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'name'])
        .doUpdateSet((row) => ({ emptyAt: filled(row.ref('mailLimits.emptyAt')) }))
        .where((row) =>
          row(filled(row.ref('mailLimits.emptyAt')), '<=', later(clockTime(), { seconds: ceiling })),
        ),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** In how many seconds there is room in all buckets; 0 if now. */
export const secondsUntilRoom = (buckets: LockedBucket[]): number =>
  Math.max(0, ...buckets.map(({ level, cost, ceiling }) => Math.ceil(level + cost - ceiling)));

/**
 * Takes a mail that anybody can cause; gives 0, or in how many seconds to ask again. Called once it is known that there is a
 * mail to send. If a stranger asks all day, the owner of the address gets one mail an hour, and waits no longer than that for one.
 */
export const claimMail = async (transaction: Transaction, email: string, kind: string) =>
  take(transaction, await twoThenOne(limits.accountMails, transaction, email, kind));

/**
 * The buckets of "two mails of a kind, then one each `thenSeconds`; two again after `seconds` without a mail". The first mail
 * after such a quiet time does not start the pause.
 */
export async function twoThenOne(
  { seconds, thenSeconds }: { seconds: number; thenSeconds: number },
  transaction: Transaction,
  email: string,
  kind: string,
): Promise<Bucket[]> {
  const quiet = bucketOf({ size: 1, seconds }, email, `${kind}, quiet`);
  const [{ level } = { level: 0 }] = await lockLevels(transaction, [quiet]);
  // Each mail restarts the quiet time.
  const anew = { ...quiet, cost: seconds - level };
  return level === 0 ? [anew] : [anew, bucketOf({ size: 1, seconds: thenSeconds }, email, `${kind}, pause`)];
}

/**
 * Locks buckets until the transaction ends, and returns in how many seconds each is empty. Rows are locked in one order, so
 * that no two callers deadlock; the clock is read once a row is locked.
 */
export async function lockLevels(transaction: Transaction, buckets: Bucket[]): Promise<LockedBucket[]> {
  const rows = await typedSql(transaction)
    .insertInto('mailLimits')
    .values(
      buckets
        .map(({ subject, name }) => ({ subject, name, emptyAt: clockTime() }))
        .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'name'])
        .doUpdateSet((row) => ({ emptyAt: greatest(row.ref('mailLimits.emptyAt'), clockTime()) })),
    )
    .returning((row) => ['subject', 'name', secondsBetween(clockTime(), row.ref('emptyAt')).as('level')])
    .execute();
  const levels = new Map(rows.map((row) => [keyOf(row), Math.max(0, row.level)]));
  return buckets.map((bucket) => ({ ...bucket, level: levels.get(keyOf(bucket)) ?? 0 }));
}

/** Adds to locked buckets, whether there is room or not. A cost below zero gives back. */
export async function fill(transaction: Transaction, buckets: LockedBucket[]): Promise<void> {
  await typedSql(transaction)
    .insertInto('mailLimits')
    .values(
      buckets.map(({ subject, name, level, cost }) => ({
        subject,
        name,
        emptyAt: later(clockTime(), { seconds: level + cost }),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['subject', 'name']).doUpdateSet((row) => ({ emptyAt: row.ref('excluded.emptyAt') })),
    )
    .execute();
}

const keyOf = ({ subject, name }: Pick<Bucket, 'subject' | 'name'>) => `${subject} ${name}`;
