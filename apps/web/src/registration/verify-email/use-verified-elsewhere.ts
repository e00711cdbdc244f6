import { normalizeEmail } from '@foyer/contracts/email';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sessionQuery } from '../../http/session-query.ts';
import { onVerifiedElsewhere } from '../verified-signal.ts';

const FIRST_WAIT_MS = 3_000;
const LONGEST_WAIT_MS = 30_000;

export function pollWaitMs(asked: number): number {
  return Math.min(FIRST_WAIT_MS * 1.3 ** asked, LONGEST_WAIT_MS);
}

/**
 * A verification in another tab logs in this browser. So this hook fetches the session, with growing pauses while the
 * tab is visible, and when the other tab reports a verification.
 */
export function useVerifiedElsewhere(email: string): boolean {
  const session = useQuery({
    ...sessionQuery,
    enabled: email !== '',
    refetchInterval: (query) => pollWaitMs(query.state.dataUpdateCount + query.state.errorUpdateCount),
    refetchIntervalInBackground: false,
    refetchOnWindowFocus: 'always',
  });
  const { refetch } = session;
  useEffect(() => onVerifiedElsewhere(() => void refetch()), [refetch]);
  const user = session.data?.user;
  return user !== undefined && normalizeEmail(user.email) === normalizeEmail(email);
}
