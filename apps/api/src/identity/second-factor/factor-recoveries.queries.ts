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

/** The returned time may be past, because a recovery stays open after its waiting period. */
export async function findRecoveryEnd(db: Transaction, userId: string): Promise<Date | undefined> {
  const row = await typedSql(db)
    .selectFrom('factorRecoveries')
    .select('endsAt')
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
  return row?.endsAt;
}

/** Marks an expired recovery as replaced. The user must have no open one. */
export async function insertRecovery(
  db: Transaction,
  wait: {
    userId: string;
    beganBy: 'person' | 'owner';
    dependsOnIdp: string | null;
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

export async function findRecovery(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('factorRecoveries')
    .select(['id', 'endsAt'])
    .select(flag(isDue()).as('isOver'))
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
}

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
 * Stores the token hash of the reminder's link, which stops the recovery. Returns undefined if the reminder was already
 * sent or the recovery is over.
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

/** Selects a recovery that is in its waiting period, or in the `RECOVERY_GOOD_DAYS` after it. */
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
 * The waiting period is longer after a reset by mail or a change of address in the last `CAUTIOUS_FOR_DAYS`, because
 * another person may now control the mailbox. It is also longer if the user stopped a recovery in that time, because
 * another person may have started it.
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
