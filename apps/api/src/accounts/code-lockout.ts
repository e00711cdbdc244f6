import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/login';
import { WRONG_CODES_TO_LOCK } from '@foyer/contracts/second-factor';
import type { Transaction } from '@foyer/db/client';
import { ago, ahead, expression, now, typedSql, wholeSecondsBetween } from '@foyer/db/typed-sql';

const WINDOW_SECONDS = LOGIN_LOCKOUT_MS / 1000;
/** The eighth lock in a row lasts a day. */
const MOST_DOUBLINGS = 7;

/** What wrong codes are counted by: a browser that the person has logged in with before, or all others together. */
export type CodeCount = { userId: string; browser: string };

/** For how many seconds no code of this count is looked at; 0 if it is open. */
export async function secondsLocked(transaction: Transaction, count: CodeCount): Promise<number> {
  const row = await typedSql(transaction)
    .selectFrom('secondFactorLockouts')
    .select((one) => wholeSecondsBetween(now(), one.fn.coalesce('lockedUntil', now())).as('seconds'))
    .where('userId', '=', count.userId)
    .where('browser', '=', count.browser)
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

/**
 * Counts a wrong code and returns for how many seconds it has locked its count: 0 if it has not. The caller holds the lock
 * of the factor, so that a burst is counted one by one. Each lock is twice as long as the one before, up to a day, until
 * a code is right: who keeps on guessing gets three codes of a million five times a day, and not 720 times.
 */
export async function countWrongCode(
  transaction: Transaction,
  { userId, browser }: CodeCount,
): Promise<number> {
  const isOver = expression.or([
    expression('secondFactorLockouts.lockedUntil', '<=', now()),
    expression.and([
      expression('secondFactorLockouts.lockedUntil', 'is', null),
      expression('secondFactorLockouts.windowStartedAt', '<=', ago({ seconds: WINDOW_SECONDS })),
    ]),
  ]);
  const { failedCount, lockCount } = await typedSql(transaction)
    .insertInto('secondFactorLockouts')
    .values({ userId, browser, failedCount: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'browser']).doUpdateSet((row) => ({
        failedCount: row
          .case()
          .when(isOver)
          .then(row.lit(1))
          .else(row('secondFactorLockouts.failedCount', '+', 1))
          .end(),
        windowStartedAt: row
          .case()
          .when(isOver)
          .then(now())
          .else(row.ref('secondFactorLockouts.windowStartedAt'))
          .end(),
        lockedUntil: null,
      })),
    )
    .returning(['failedCount', 'lockCount'])
    .executeTakeFirstOrThrow();
  if (failedCount < WRONG_CODES_TO_LOCK) return 0;
  const seconds = WINDOW_SECONDS * 2 ** Math.min(lockCount, MOST_DOUBLINGS);
  await typedSql(transaction)
    .updateTable('secondFactorLockouts')
    .set({ lockedUntil: ahead({ seconds }), lockCount: lockCount + 1 })
    .where('userId', '=', userId)
    .where('browser', '=', browser)
    .execute();
  return seconds;
}

/** Forgets the wrong codes of a count after a right one. */
export async function forgiveCodes(transaction: Transaction, { userId, browser }: CodeCount): Promise<void> {
  await transaction.secondFactorLockout.deleteMany({ where: { userId, browser } });
}
