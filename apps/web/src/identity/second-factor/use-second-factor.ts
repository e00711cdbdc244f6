import { endpoints } from '@foyer/contracts/endpoints';
import { recoveryCodesReply, setUpReply } from '@foyer/contracts/identity/second-factor';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { t } from '../../words/t.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { secondFactorQuery } from './second-factor-query.ts';

/** `onDone` runs before the refetch, because the new state may unmount the calling component. */
function useChange<Body, Answer>(call: (body: Body) => Promise<Answer>, onDone?: (answer: Answer) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => withSessionCheck(queries, call(body)),
    onSuccess: (answer) => {
      onDone?.(answer);
      // The session contains whether a second factor is still missing.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey });
    },
  });
}

type OnCodes = (codes: string[]) => void;

export const useSetUp = () => useChange(() => send(endpoints.setUpSecondFactor, { reply: setUpReply }));

export const useAdd = (onCodes: OnCodes) =>
  useChange(
    (code: string) => send(endpoints.addSecondFactor, { body: { code }, reply: recoveryCodesReply }),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );

export const useRemove = (onDone: () => void) =>
  useChange(() => send(endpoints.removeSecondFactor, { reply: doneReply }), onDone);

export const useMakeCodes = (onCodes: OnCodes) =>
  useChange(
    () => send(endpoints.makeRecoveryCodes, { reply: recoveryCodesReply }),
    ({ recoveryCodes }) => onCodes(recoveryCodes),
  );

/** Refetches the session also after an error, because the recovery may already be over. */
export function useStopRecovery() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withSessionCheck(queries, send(endpoints.stopRecovery, { reply: doneReply })),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}

export const useForgetDevice = (onDone: () => void) =>
  useChange((id: string) => send(endpoints.forgetDevice, { params: { id }, reply: doneReply }), onDone);

export function problemOf(error: Error | null): string | undefined {
  return problemInWords(
    error,
    t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
  );
}
