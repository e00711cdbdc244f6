import type { Endpoint } from '@foyer/contracts/endpoints';
import type { QueryClient } from '@tanstack/react-query';
import { ProblemError } from './errors.ts';
import { send, type Call } from './send.ts';
import { sessionQuery } from './session-query.ts';

const GONE = ['SignInRequired', 'SubscriptionEnded', 'AccountLeaving', 'SecondFactorMissing'];

/** Refetches the session if the server rejects the call because the session has ended or is restricted. */
export async function withSessionCheck<T>(queries: QueryClient, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ProblemError && GONE.includes(error.code))
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    throw error;
  }
}

export function fetchSignedIn<T>(endpoint: Endpoint, call: Omit<Call<T>, 'signal'>) {
  return ({ client, signal }: { client: QueryClient; signal: AbortSignal }): Promise<T> =>
    withSessionCheck(client, send(endpoint, { ...call, signal }));
}
