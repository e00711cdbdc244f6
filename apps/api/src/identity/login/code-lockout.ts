import type { Transaction } from '@foyer/db/client';
import { ago, ahead, expression, now, typedSql, wholeSecondsBetween } from '@foyer/db/typed-sql';
import { limits, WRONG_CODES_TO_LOCK_FOR_A_DAY } from '../../config/limits.ts';

const limitOf = { app: limits.wrongAppCodes, 'recovery-code': limits.wrongRecoveryCodes };
/** The longest lock. */
const DAY_SECONDS = limits.wrongRecoveryCodes.seconds;

/** What wrong codes are counted by: a browser that the person has logged in with before, or all others together. */
export type CodeBrowser = { userId: string; browser: string };
/** Codes of the app and recovery codes have a count each: who locks the one does not lock the other. */
export type CodeCount = CodeBrowser & { kind: 'app' | 'recovery-code' };

/** Wrong codes in this window and since the last right one, and locks since then. */
type Wrong = Pick<CodeCount, 'kind'> & { failedCount: number; wrongCount: number; lockCount: number };

/**
 * For how many seconds a wrong code locks its count; 0 if it does not. Codes of the app can be guessed: three of a million are
 * right at any moment. So each lock is twice as long as the one before, and who stays below five in each window has 15
 * guesses, then one a day. Of recovery codes there are five a day.
 */
export function secondsToLock({ kind, failedCount, wrongCount, lockCount }: Wrong): number {
  if (kind === 'recovery-code') return failedCount < limitOf[kind].size ? 0 : DAY_SECONDS;
  if (wrongCount >= WRONG_CODES_TO_LOCK_FOR_A_DAY) return DAY_SECONDS;
  if (failedCount < limitOf.app.size) return 0;
  return limitOf.app.seconds * 2 ** lockCount;
}

/** Whether a lock lasts for a day, which its mail says. */
export function isForADay(seconds: number): boolean {
  return seconds >= DAY_SECONDS;
}

/** For how many seconds no code of this count is looked at; 0 if it is open. */
export async function secondsLocked(transaction: Transaction, count: CodeCount): Promise<number> {
  const row = await typedSql(transaction)
    .selectFrom('secondFactorLockouts')
    .select((one) => wholeSecondsBetween(now(), one.fn.coalesce('lockedUntil', now())).as('seconds'))
    .where('userId', '=', count.userId)
    .where('browser', '=', count.browser)
    .where('kind', '=', count.kind)
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

/**
 * Counts a wrong code and returns for how many seconds it has locked its count: 0 if it has not. The caller holds the lock
 * of the factor, so that a burst is counted one by one.
 */
export async function countWrongCode(
  transaction: Transaction,
  { userId, browser, kind }: CodeCount,
): Promise<number> {
  const isOver = expression.or([
    expression('secondFactorLockouts.lockedUntil', '<=', now()),
    expression.and([
      expression('secondFactorLockouts.lockedUntil', 'is', null),
      expression('secondFactorLockouts.windowStartedAt', '<=', ago({ seconds: limitOf[kind].seconds })),
    ]),
  ]);
  const counts = await typedSql(transaction)
    .insertInto('secondFactorLockouts')
    .values({ userId, browser, kind, failedCount: 1, wrongCount: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'browser', 'kind']).doUpdateSet((row) => ({
        failedCount: row
          .case()
          .when(isOver)
          .then(row.lit(1))
          .else(row('secondFactorLockouts.failedCount', '+', 1))
          .end(),
        wrongCount: row('secondFactorLockouts.wrongCount', '+', 1),
        windowStartedAt: row
          .case()
          .when(isOver)
          .then(now())
          .else(row.ref('secondFactorLockouts.windowStartedAt'))
          .end(),
        lockedUntil: null,
      })),
    )
    .returning(['failedCount', 'wrongCount', 'lockCount'])
    .executeTakeFirstOrThrow();
  const seconds = secondsToLock({ kind, ...counts });
  if (seconds === 0) return 0;
  await typedSql(transaction)
    .updateTable('secondFactorLockouts')
    .set({ lockedUntil: ahead({ seconds }), lockCount: counts.lockCount + 1 })
    .where('userId', '=', userId)
    .where('browser', '=', browser)
    .where('kind', '=', kind)
    .execute();
  return seconds;
}

/** Forgets the wrong codes of a browser, of both kinds, after a right one of either. */
export async function forgiveCodes(
  transaction: Transaction,
  { userId, browser }: CodeBrowser,
): Promise<void> {
  await transaction.secondFactorLockout.deleteMany({ where: { userId, browser } });
}
