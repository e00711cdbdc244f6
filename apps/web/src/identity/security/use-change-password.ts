import { endpoints } from '@foyer/contracts/endpoints';
import type { ChangePasswordBody } from '@foyer/contracts/identity/password';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { lockLogin } from '../../navigation/lockout.ts';
import { t } from '../../words/t.ts';

export function useChangePassword() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ChangePasswordBody) =>
      withSessionCheck(queries, send(endpoints.changePassword, { body, reply: doneReply })),
    // Refetches all queries, because the session is new, and the other sessions and the apps' access have ended.
    onSuccess: () => void queries.invalidateQueries(),
    onError: (error) => {
      if (error instanceof ProblemError && error.code === 'Locked') lockLogin(error.retryAfterSeconds);
    },
  });
}

/**
 * Returns the error of the current password, or another message. Returns neither for a lock, which has its own notice.
 */
export function changeProblems(error: Error | null): { current?: string | undefined; message?: string } {
  if (!error) return {};
  if (!(error instanceof ProblemError))
    return {
      message: t(
        'identity.useChangePassword.failed',
        'We couldn’t confirm whether your password was changed. Check your connection and try again.',
      ),
    };
  if (error.code === 'Locked') return {};
  if (error.fields.current_password) return { current: error.fields.current_password };
  return { message: error.fields.password ?? error.fields.confirm_password ?? error.message };
}
