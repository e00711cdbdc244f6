import { endpoints } from '@foyer/contracts/endpoints';
import { passkeyRequest } from '@foyer/contracts/identity/passkeys';
import { doneReply, type StepUpBody } from '@foyer/contracts/identity/security';
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
export function useStepUp() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (by: StepUpBody | 'passkey') =>
      withSessionCheck(queries, by === 'passkey' ? stepUpByPasskey() : stepUpByTyping(by)),
    onSuccess: (isProved) => isProved && queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    onError: (error) => {
      if (error instanceof ProblemError && error.code === 'Locked') lockLogin(error.retryAfterSeconds);
    },
  });
}

async function stepUpByTyping(body: StepUpBody): Promise<boolean> {
  await send(endpoints.stepUp, { body, reply: doneReply });
  return true;
}

async function stepUpByPasskey(): Promise<boolean> {
  const { signWithPasskey } = await import('../../http/passkey-ceremony.ts');
  const credential = await signWithPasskey(
    await send(endpoints.passkeyStepUpOptions, { reply: passkeyRequest }),
  );
  if (!credential) return false;
  await send(endpoints.stepUpByPasskey, { body: { credential }, reply: doneReply });
  return true;
}
