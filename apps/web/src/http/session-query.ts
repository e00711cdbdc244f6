import { loginPageEndpoints } from '@foyer/contracts/login-page-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { setCsrfToken } from './csrf-token.ts';
import { showTimesIn } from '../words/time-zone.ts';
import { send } from './send.ts';

/** The page contains the session, so a page that was just loaded needs no request. */
const FRESH_FOR_MS = 10_000;

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => {
    const reply = import('@foyer/contracts/identity/session').then((contract) => contract.sessionReply);
    const session = await send(loginPageEndpoints.session, { reply, signal });
    setCsrfToken(session.csrfToken);
    showTimesIn(session.timeZone);
    return session;
  },
  staleTime: FRESH_FOR_MS,
});
