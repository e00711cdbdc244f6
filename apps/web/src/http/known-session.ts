import type { SessionReply } from '@foyer/contracts/identity/session';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from './session-query.ts';

/**
 * The last known session, from the page or the server. Sends no request and needs no `useQuery`, which the first load does
 * not have (decision 15). Undefined while nothing is known.
 */
export function useKnownSession(): SessionReply | undefined {
  const queries = useQueryClient();
  const read = () => queries.getQueryData(sessionQuery.queryKey);
  const subscribe = (listener: () => void) => queries.getQueryCache().subscribe(listener);
  // The prerendered HTML, which React hydrates, is for a visitor without a session (decision 66).
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/** Returns the known session if it belongs to a user and has full access; undefined for a restricted session. */
export function useFullSession(): SessionReply | undefined {
  const session = useKnownSession();
  return session?.user && !session.restrictedTo ? session : undefined;
}
