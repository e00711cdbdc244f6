import type { Transaction } from '@foyer/db/client';
import { limits, WRONG_CODES_TO_LOCK_FOR_A_DAY } from '../../config/limits.ts';
import { addWrongCode, lockCodes } from './code-lockout.queries.ts';

const limitOf = { app: limits.wrongAppCodes, 'recovery-code': limits.wrongRecoveryCodes };
const DAY_SECONDS = limits.wrongRecoveryCodes.seconds;

/**
 * Each known browser has its own count of a user's wrong codes. All browsers that are new to the user share one count.
 */
export type CodeBrowserKey = { userId: string; browser: string };
/** App codes and recovery codes have separate counters, so locking one does not lock the other. */
export type CodeCounterKey = CodeBrowserKey & { kind: 'app' | 'recovery-code' };

/**
 * `failedCount`: wrong codes in this window. `wrongCount` and `lockCount`: wrong codes and locks since the last correct
 * code.
 */
type Wrong = Pick<CodeCounterKey, 'kind'> & { failedCount: number; wrongCount: number; lockCount: number };

/**
 * Returns the seconds for which a wrong code locks its counter, or 0. App codes can be guessed, because three in a
 * million are correct at any moment. So each lock is twice as long as the previous one, and from the 15th wrong code,
 * each wrong code locks for a day. Five wrong recovery codes lock for a day.
 */
export function secondsToLock({ kind, failedCount, wrongCount, lockCount }: Wrong): number {
  if (kind === 'recovery-code') return failedCount < limitOf[kind].size ? 0 : DAY_SECONDS;
  if (wrongCount >= WRONG_CODES_TO_LOCK_FOR_A_DAY) return DAY_SECONDS;
  if (failedCount < limitOf.app.size) return 0;
  return limitOf.app.seconds * 2 ** lockCount;
}

export function isForADay(seconds: number): boolean {
  return seconds >= DAY_SECONDS;
}

/**
 * Returns the seconds for which the wrong code locked its counter, or 0. The caller must have locked the app's row, so
 * that concurrent codes are counted one by one.
 */
export async function countWrongCode(transaction: Transaction, count: CodeCounterKey): Promise<number> {
  const { kind } = count;
  const seconds = secondsToLock({ kind, ...(await addWrongCode(transaction, count, limitOf[kind].seconds)) });
  if (seconds > 0) await lockCodes(transaction, count, seconds);
  return seconds;
}

export async function clearWrongCodes(
  transaction: Transaction,
  { userId, browser }: CodeBrowserKey,
): Promise<void> {
  await transaction.secondFactorLockout.deleteMany({ where: { userId, browser } });
}
