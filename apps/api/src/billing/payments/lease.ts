import { setTimeout as sleep } from 'node:timers/promises';
import { PAYMENT_LEASE_MS, PAYMENT_RENEWAL_MS } from '@foyer/contracts/deadlines';
import { logError } from '../../observe/log.ts';
import { withSignal } from '../provider/deadline.ts';

/** `endsAt` is on the clock of `performance.now()`. It is not later than the end of the lease in the database. */
export type Lease = { endsAt: number };

/** Call it before the statement that stores the lease. */
export function leaseFromNow(): Lease {
  return { endsAt: performance.now() + PAYMENT_LEASE_MS };
}

/** Once `renew` returns false or the lease expires, all calls of `work` to the card provider fail. */
export async function underLease<T>(
  lease: Lease,
  renew: () => Promise<boolean>,
  work: () => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const finished = new AbortController();
  const renewing = keepRenewing(lease, renew, lost, finished.signal);
  try {
    return await withSignal(lost.signal, work);
  } finally {
    finished.abort();
    await renewing;
  }
}

async function keepRenewing(
  lease: Lease,
  renew: () => Promise<boolean>,
  lost: AbortController,
  finished: AbortSignal,
): Promise<void> {
  let expiry = abortAtExpiry(lease, lost);
  while (await isRunningAfter(PAYMENT_RENEWAL_MS, finished)) {
    const renewed = leaseFromNow();
    try {
      if (!(await renew())) lost.abort();
    } catch (error) {
      logError(error, 'a lease was not renewed');
      continue;
    }
    clearTimeout(expiry);
    expiry = abortAtExpiry(renewed, lost);
  }
  clearTimeout(expiry);
}

function abortAtExpiry({ endsAt }: Lease, lost: AbortController): NodeJS.Timeout {
  return setTimeout(() => lost.abort(), endsAt - performance.now()).unref();
}

async function isRunningAfter(ms: number, finished: AbortSignal): Promise<boolean> {
  return sleep(ms, true, { signal: finished, ref: false }).catch(() => false);
}
