import {
  CAUTIOUS_FOR_DAYS,
  CAUTIOUS_RECOVERY_DAYS,
  RECOVERY_GOOD_DAYS,
  RECOVERY_HOURS,
} from '@foyer/contracts/identity/factor-recovery';
import type { Transaction } from '@foyer/db/client';
import {
  ago,
  ahead,
  clockTime,
  expression,
  flag,
  now,
  typedSql,
  wholeSecondsBetween,
  type Expression,
} from '@foyer/db/typed-sql';

/** Finds the end of a user's waiting period, if a recovery is open. */
export async function findRecoveryEnd(db: Transaction, userId: string): Promise<Date | undefined> {
  const row = await typedSql(db)
    .selectFrom('factorRecoveries')
    .select('endsAt')
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
  return row?.endsAt;
}

/** Inserts a recovery that starts now, replacing an expired one. */
export async function insertRecovery(
  db: Transaction,
  wait: {
    userId: string;
    beganBy: 'person' | 'owner';
    onWordOf: string | null;
    stopHash: Uint8Array<ArrayBuffer>;
  },
) {
  await typedSql(db)
    .updateTable('factorRecoveries')
    .set({ outcome: 'replaced', overAt: now() })
    .where('userId', '=', wait.userId)
    .where('overAt', 'is', null)
    .execute();
  return typedSql(db)
    .insertInto('factorRecoveries')
    .values({ ...wait, endsAt: endOfNew(wait.userId) })
    .returning((row) => ['id', 'endsAt', wholeSecondsBetween(now(), row.ref('endsAt')).as('secondsToEnd')])
    .executeTakeFirstOrThrow();
}

/** Stops a user's recovery and returns its end. Returns undefined if there is none. */
export async function stopOpenRecovery(db: Transaction, userId: string): Promise<Date | undefined> {
  const stopped = await typedSql(db)
    .updateTable('factorRecoveries')
    .set({ outcome: 'stopped', overAt: now() })
    .where('userId', '=', userId)
    .where(isOpen)
    .returning('endsAt')
    .executeTakeFirst();
  return stopped?.endsAt;
}

/** Finds a user's recovery, and whether its waiting period is over. */
export async function findRecovery(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('factorRecoveries')
    .select(['id', 'endsAt'])
    .select(flag(isDue()).as('isOver'))
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
}

/** Completes a recovery that is still due, under the lock of the user's factor, and returns its end. */
export async function completeRecovery(
  db: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<Date | undefined> {
  await typedSql(db)
    .selectFrom('secondFactors')
    .select('userId')
    .where('userId', '=', userId)
    .forUpdate()
    .execute();
  const done = await typedSql(db)
    .updateTable('factorRecoveries')
    .set({ outcome: 'done', overAt: now() })
    .where('id', '=', id)
    .where(isDue)
    .returning('endsAt')
    .executeTakeFirst();
  return done?.endsAt;
}

/**
 * Marks the reminder of an open recovery as sent, stores the reminder's own link, and returns the end. Works only the
 * first time.
 */
export async function noteReminder(
  db: Transaction,
  id: string,
  lateStopHash: Uint8Array<ArrayBuffer>,
): Promise<Date | undefined> {
  const reminded = await typedSql(db)
    .updateTable('factorRecoveries')
    .set({ lateStopHash })
    .where('id', '=', id)
    .where('lateStopHash', 'is', null)
    .where(isOpen)
    .returning('endsAt')
    .executeTakeFirst();
  return reminded?.endsAt;
}

/** Selects a recovery that can still be used: in its waiting period, or in a limited time after it. */
const isOpen = () =>
  expression.and([
    expression('factorRecoveries.overAt', 'is', null),
    expression('factorRecoveries.endsAt', '>', ago({ days: RECOVERY_GOOD_DAYS })),
  ]);

/**
 * Selects an open recovery whose waiting period is over. Uses the current time instead of the transaction's start,
 * because the transaction may have waited for a lock.
 */
const isDue = () => expression.and([isOpen(), expression('factorRecoveries.endsAt', '<=', clockTime())]);

/**
 * Returns the end of a waiting period that starts now. The period is longer after a password reset by mail or a change
 * of address, because another person may now control the address. The period is also longer if the user stopped a
 * recovery before, because that recovery was unwanted.
 */
function endOfNew(userId: string): Expression<Date> {
  const lately = ago({ days: CAUTIOUS_FOR_DAYS });
  const isCautious = expression.or([
    expression.exists(
      expression
        .selectFrom('oneTimeLinks')
        .select('id')
        .where('userId', '=', userId)
        .where('purpose', '=', 'reset_password')
        .where('usedAt', '>', lately),
    ),
    expression.exists(
      expression
        .selectFrom('addressChanges')
        .select('id')
        .where('userId', '=', userId)
        .where('appliedAt', '>', lately),
    ),
    expression.exists(
      expression
        .selectFrom('factorRecoveries as former')
        .select('former.id')
        .where('former.userId', '=', userId)
        .where('former.outcome', '=', 'stopped')
        .where('former.overAt', '>', lately),
    ),
  ]);
  return expression
    .case()
    .when(isCautious)
    .then(ahead({ days: CAUTIOUS_RECOVERY_DAYS }))
    .else(ahead({ hours: RECOVERY_HOURS }))
    .end();
}
