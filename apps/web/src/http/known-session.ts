import type { SessionReply } from '@foyer/contracts/identity/session';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from './session-query.ts';

/**
 * Returns the last known session, without a request, or undefined if none is known. Does without `useQuery`, because
 * the first load does not include it.
 */
export function useKnownSession(): SessionReply | undefined {
  const queries = useQueryClient();
  const read = () => queries.getQueryData(sessionQuery.queryKey);
  const subscribe = (listener: () => void) => queries.getQueryCache().subscribe(listener);
  // Undefined during hydration, because the prerendered HTML is for a visitor without a session (decision 66).
  return useSyncExternalStore(subscribe, read, () => undefined);
}

export function useFullSession(): SessionReply | undefined {
  const session = useKnownSession();
  return session?.user && !session.restrictedTo ? session : undefined;
}
