import { normalizeEmail } from '@foyer/contracts/email';
import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../http/session-query.ts';

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 30_000;

/** How long to wait before asking for the n-th time, n from 0. */
export function pollWaitMs(asked: number): number {
  return Math.min(FIRST_WAIT_MS * 1.3 ** asked, LONGEST_WAIT_MS);
}

/**
 * Whether this address has been verified in another tab: its owner is signed in in this browser then.
 * Asks ever more seldom, and only while the tab is looked at.
 */
export function useVerifiedElsewhere(email: string): boolean {
  const session = useQuery({
    ...sessionQuery,
    enabled: email !== '',
    refetchInterval: (query) => pollWaitMs(query.state.dataUpdateCount + query.state.errorUpdateCount),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  const user = session.data?.user;
  return user !== undefined && normalizeEmail(user.email) === normalizeEmail(email);
}
