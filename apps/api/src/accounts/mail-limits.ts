import { RESEND_WAIT_SECONDS } from '@foyer/contracts/verify-email';
import type { Transaction } from '@foyer/db/client';
import { clockTime, greatest, later, secondsBetween, typedSql } from '@foyer/db/typed-sql';

/**
 * A leaky bucket, kept as the moment at which it is empty. Taking adds `cost` seconds; there is room for as many as are
 * empty again in `ceiling` seconds.
 */
export type Bucket = { subject: string; name: string; cost: number; ceiling: number };

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** After two mails of a kind, one in so many seconds. */
export const MAIL_PAUSE_SECONDS = HOUR;
/** The same of the links of a change of address that one person has mailed to one address. */
export const LINK_PAUSE_SECONDS = 6 * HOUR;
/** An address without a mail of a kind for so long starts over. */
export const QUIET_SECONDS = DAY;
/** Links of a change of address to one address, whoever asks: so many at once, regained evenly. */
export const linksToAddress = { size: 4, seconds: 4 * HOUR };

/** One in so many seconds. */
export const oneIn = (seconds: number, subject: string, name: string): Bucket => ({
  subject,
  name,
  cost: seconds,
  ceiling: seconds,
});

/** One in the 120 seconds that screens name. */
export const oneInWait = (subject: string, name: string) => oneIn(RESEND_WAIT_SECONDS, subject, name);

/**
 * Takes from all buckets and gives 0; or takes nothing, and gives in how many seconds there is room. Of any number of
 * callers at once no more get through than there is room for.
 */
export async function take(transaction: Transaction, buckets: Bucket[]): Promise<number> {
  const seconds = await secondsUntilRoom(transaction, buckets);
  if (seconds === 0) await fill(transaction, buckets);
  return seconds;
}

/** In how many seconds there is room in all buckets; 0 if now. Nobody else takes from them until the transaction ends. */
export async function secondsUntilRoom(transaction: Transaction, buckets: Bucket[]): Promise<number> {
  const levels = await lockLevels(transaction, buckets);
  return Math.max(0, ...levels.map(({ level, cost, ceiling }) => Math.ceil(level + cost - ceiling)));
}

/**
 * Takes the mail that anybody can cause, once it is known that there is one; gives 0, or in how many seconds to ask again. A
 * stranger who asks all day costs the owner of the address one an hour, and the owner is never without one for longer.
 */
export const claimMail = async (transaction: Transaction, email: string, kind: string) =>
  take(transaction, await twoThenOneIn(MAIL_PAUSE_SECONDS, transaction, email, kind));

/**
 * The buckets of "two mails of a kind, then one in so many seconds, anew after a day without one": the first after such
 * a day does not count in the pause.
 */
export async function twoThenOneIn(
  pauseSeconds: number,
  transaction: Transaction,
  email: string,
  kind: string,
): Promise<Bucket[]> {
  const day = oneIn(QUIET_SECONDS, email, `${kind}, day`);
  const [{ level } = { level: 0 }] = await lockLevels(transaction, [day]);
  // Each mail begins the day anew.
  const newDay = { ...day, cost: QUIET_SECONDS - level };
  return level === 0 ? [newDay] : [newDay, oneIn(pauseSeconds, email, `${kind}, pause`)];
}

/**
 * Locks buckets until the transaction ends, and returns in how many seconds each is empty. Rows are locked in one order, so
 * that no two callers deadlock; the clock is read once a row is locked.
 */
export async function lockLevels(
  transaction: Transaction,
  buckets: Bucket[],
): Promise<(Bucket & { level: number })[]> {
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

/** Adds to buckets that are locked, whether there is room or not. A cost below zero gives back. */
export async function fill(transaction: Transaction, buckets: Bucket[]): Promise<void> {
  for (const { subject, name, cost } of buckets)
    await typedSql(transaction)
      .updateTable('mailLimits')
      .set((row) => ({ emptyAt: later(greatest(row.ref('emptyAt'), clockTime()), { seconds: cost }) }))
      .where('subject', '=', subject)
      .where('name', '=', name)
      .execute();
}

const keyOf = ({ subject, name }: Pick<Bucket, 'subject' | 'name'>) => `${subject} ${name}`;
