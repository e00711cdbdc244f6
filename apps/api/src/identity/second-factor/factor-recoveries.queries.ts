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

/** When the factor of a person can go, if there is a wait. */
export async function findRecoveryEnd(db: Transaction, userId: string): Promise<Date | undefined> {
  const row = await typedSql(db)
    .selectFrom('factorRecoveries')
    .select('endsAt')
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
  return row?.endsAt;
}

/** Writes a wait that begins now, in the place of one that nobody made use of in time. */
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

/** Stops the wait of a person, and returns its end; nothing if there is none. */
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

/** The wait of a person, and whether its end has come. */
export async function findRecovery(db: Transaction, userId: string) {
  return typedSql(db)
    .selectFrom('factorRecoveries')
    .select(['id', 'endsAt'])
    .select(flag(isDue()).as('isOver'))
    .where('userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();
}

/** Ends a wait that is still due, under the lock of its person's factor, and returns its end. */
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

/** Notes that the mail near the end of an open wait goes out, with a link of its own, and returns the end: once. */
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

/** A wait that goes on, or has ended and can still be made use of. */
const isOpen = () =>
  expression.and([
    expression('factorRecoveries.overAt', 'is', null),
    expression('factorRecoveries.endsAt', '>', ago({ days: RECOVERY_GOOD_DAYS })),
  ]);

/** The same, and its end has come: by the clock of this moment, for the transaction may have waited for a lock. */
const isDue = () => expression.and([isOpen(), expression('factorRecoveries.endsAt', '<=', clockTime())]);

/**
 * When the wait of a person who begins now will end. Longer after what may have put the address into other hands, a reset by
 * mail or another address, and after a wait that was stopped: somebody did not want it.
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
