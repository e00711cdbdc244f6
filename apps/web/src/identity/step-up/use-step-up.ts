import { endpoints } from '@foyer/contracts/endpoints';
import { passkeyRequest } from '@foyer/contracts/identity/passkeys';
import { doneReply, type ProofBody } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { lockLogin } from '../../navigation/lockout.ts';

/**
 * Resolves with false if the visitor used no passkey. Refetches the session, because a step-up changes it and its CSRF
 * token.
 */
export function useProve() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (by: ProofBody | 'passkey') =>
      withSessionCheck(queries, by === 'passkey' ? proveByPasskey() : proveByTyping(by)),
    onSuccess: (isProved) => isProved && queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => {
      if (error instanceof ProblemError && error.code === 'Locked') lockLogin(error.retryAfterSeconds);
    },
  });
}

async function proveByTyping(body: ProofBody): Promise<boolean> {
  await send(endpoints.proveIdentity, { body, reply: doneReply });
  return true;
}

async function proveByPasskey(): Promise<boolean> {
  const { signWithPasskey } = await import('../../http/passkey-ceremony.ts');
  const credential = await signWithPasskey(
    await send(endpoints.passkeyProofOptions, { reply: passkeyRequest }),
  );
  if (!credential) return false;
  await send(endpoints.provePasskey, { body: { credential }, reply: doneReply });
  return true;
}
