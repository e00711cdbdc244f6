import type { Transaction } from '@foyer/db/client';
import { limits, WRONG_CODES_TO_LOCK_FOR_A_DAY } from '../../config/limits.ts';
import { addWrongCode, lockCodes } from './code-lockout.queries.ts';

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

/**
 * Counts a wrong code and returns for how many seconds it has locked its count: 0 if it has not. The caller holds the lock
 * of the factor, so that a burst is counted one by one.
 */
export async function countWrongCode(transaction: Transaction, count: CodeCount): Promise<number> {
  const { kind } = count;
  const seconds = secondsToLock({ kind, ...(await addWrongCode(transaction, count, limitOf[kind].seconds)) });
  if (seconds > 0) await lockCodes(transaction, count, seconds);
  return seconds;
}

/** Forgets the wrong codes of a browser, of both kinds, after a right one of either. */
export async function forgiveCodes(
  transaction: Transaction,
  { userId, browser }: CodeBrowser,
): Promise<void> {
  await transaction.secondFactorLockout.deleteMany({ where: { userId, browser } });
}
