import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply, type ProofBody } from '@foyer/contracts/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { asSignedIn } from '../../http/as-signed-in.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { lockLogin } from '../../journey/lockout.ts';

/** Proves by the password who is there. The session goes on under a new token, and so with a new CSRF token. */
export function useProve() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ProofBody) =>
      asSignedIn(queries, send(endpoints.proveIdentity, { body, reply: doneReply })),
    onSuccess: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => {
      if (error instanceof ProblemError && error.code === 'Locked') lockLogin(error.retryAfterSeconds);
    },
  });
}
