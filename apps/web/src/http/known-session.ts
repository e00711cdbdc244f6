import type { SessionReply } from '@foyer/contracts/identity/session';
import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery } from './session-query.ts';

/**
 * The session as the page or the server has said last. It asks nobody, and does without `useQuery`, which the first
 * load has not (decision 15). Undefined while nothing is known.
 */
export function useKnownSession(): SessionReply | undefined {
  const queries = useQueryClient();
  const read = () => queries.getQueryData(sessionQuery.queryKey);
  const subscribe = (listener: () => void) => queries.getQueryCache().subscribe(listener);
  // The HTML that is taken over is that of a visitor (decision 66).
  return useSyncExternalStore(subscribe, read, () => undefined);
}

/** The same if somebody is signed in who may use all of the portal, and not only pay or leave. */
export function useFullSession(): SessionReply | undefined {
  const session = useKnownSession();
  return session?.user && !session.restrictedTo ? session : undefined;
}
