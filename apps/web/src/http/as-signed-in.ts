import type { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './errors.ts';
import { sessionQuery } from './session-query.ts';

const GONE = ['SignInRequired', 'SubscriptionEnded'];

/**
 * A call for signed-in visitors: where it is refused because the session or the team's subscription has ended, the page
 * finds out so, too.
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
