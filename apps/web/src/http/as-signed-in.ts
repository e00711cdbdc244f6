import type { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './errors.ts';
import { sessionQuery } from './session-query.ts';

const GONE = ['SignInRequired', 'SubscriptionEnded', 'AccountLeaving', 'SecondFactorMissing'];

/**
 * A call that needs a session: if it is rejected because the session or subscription has ended, the session is
 * refetched.
 */
export async function asSignedIn<T>(queries: QueryClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProblemError && GONE.includes(error.code))
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    throw error;
  }
}
