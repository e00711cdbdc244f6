import type { Transaction } from '@foyer/db/client';
import { limits, WRONG_CODES_TO_LOCK_FOR_A_DAY } from '../../config/limits.ts';
import { addWrongCode, lockCodes } from './code-lockout.queries.ts';

const limitOf = { app: limits.wrongAppCodes, 'recovery-code': limits.wrongRecoveryCodes };
/** The longest lock. */
const DAY_SECONDS = limits.wrongRecoveryCodes.seconds;

/** A browser with its own count of a user's wrong codes. All browsers that are new to the user share one count. */
export type CodeBrowser = { userId: string; browser: string };
/** App codes and recovery codes have separate counters, so locking one does not lock the other. */
export type CodeCount = CodeBrowser & { kind: 'app' | 'recovery-code' };

/** The counts of wrong codes in this window, of wrong codes since the last correct one, and of locks since then. */
type Wrong = Pick<CodeCount, 'kind'> & { failedCount: number; wrongCount: number; lockCount: number };

/**
 * Returns the number of seconds for which a wrong code locks its counter, or 0 if it does not. App codes can be
 * guessed, because three in a million are correct at any moment. So each lock is twice as long as the previous one. An
 * attacker who stays below five codes per window gets 15 guesses, then one a day. Recovery codes allow five a day.
 */
export function secondsToLock({ kind, failedCount, wrongCount, lockCount }: Wrong): number {
  if (kind === 'recovery-code') return failedCount < limitOf[kind].size ? 0 : DAY_SECONDS;
  if (wrongCount >= WRONG_CODES_TO_LOCK_FOR_A_DAY) return DAY_SECONDS;
  if (failedCount < limitOf.app.size) return 0;
  return limitOf.app.seconds * 2 ** lockCount;
}

/** Returns whether a lock lasts a day, which the mail about the lock then mentions. */
export function isForADay(seconds: number): boolean {
  return seconds >= DAY_SECONDS;
}

/**
 * Counts a wrong code. Returns the seconds for which the code locked its counter, or 0. The caller must have locked the
 * app's row, so that concurrent codes are counted one by one.
 */
export async function countWrongCode(transaction: Transaction, count: CodeCount): Promise<number> {
  const { kind } = count;
  const seconds = secondsToLock({ kind, ...(await addWrongCode(transaction, count, limitOf[kind].seconds)) });
  if (seconds > 0) await lockCodes(transaction, count, seconds);
  return seconds;
}

/** Clears both counters of a browser after a correct code of either kind. */
export async function clearWrongCodes(
  transaction: Transaction,
  { userId, browser }: CodeBrowser,
): Promise<void> {
  await transaction.secondFactorLockout.deleteMany({ where: { userId, browser } });
}
