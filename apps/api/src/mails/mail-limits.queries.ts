import type { Transaction } from '@foyer/db/client';
import { clockTime, expression, later, secondsBetween, typedSql, type Expression } from '@foyer/db/typed-sql';

/**
 * A leaky bucket, stored as the time when it will be empty. Each mail adds `cost` seconds to that time, and is allowed
 * if the bucket is then empty in at most `ceiling` seconds.
 */
export type Bucket = { subject: string; name: string; cost: number; ceiling: number };

export type LockedBucket = Bucket & { level: number };

export async function fillOneIfRoom(db: Transaction, bucket: Bucket): Promise<boolean> {
  const { subject, name, cost, ceiling } = bucket;
  const filled = (emptyAt: Expression<Date>) => later(notBeforeNow(emptyAt), { seconds: cost });
  const { numInsertedOrUpdatedRows } = await typedSql(db)
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

/**
 * Locks buckets until the transaction ends. `level` is the seconds until a bucket is empty. Locks the rows in a fixed
 * order to avoid deadlocks, and reads the clock after it has the locks.
 */
export async function lockLevels(db: Transaction, buckets: Bucket[]): Promise<LockedBucket[]> {
  const rows = await typedSql(db)
    .insertInto('mailLimits')
    .values(
      buckets
        .map(({ subject, name }) => ({ subject, name, emptyAt: clockTime() }))
        .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'name'])
        .doUpdateSet((row) => ({ emptyAt: notBeforeNow(row.ref('mailLimits.emptyAt')) })),
    )
    .returning((row) => ['subject', 'name', secondsBetween(clockTime(), row.ref('emptyAt')).as('level')])
    .execute();
  const levels = new Map(rows.map((row) => [keyOf(row), Math.max(0, row.level)]));
  return buckets.map((bucket) => ({ ...bucket, level: levels.get(keyOf(bucket)) ?? 0 }));
}

/** Adds the cost even if there is no room. A negative cost is a refund. */
export async function fill(db: Transaction, buckets: LockedBucket[]): Promise<void> {
  await typedSql(db)
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

const notBeforeNow = (time: Expression<Date>) => expression.fn<Date>('greatest', [time, clockTime()]);

const keyOf = ({ subject, name }: Pick<Bucket, 'subject' | 'name'>) => `${subject} ${name}`;
