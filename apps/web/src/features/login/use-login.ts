import { endpoints } from '@foyer/contracts/endpoints';
import type { LoginBody } from '@foyer/contracts/login';
import { useMutation } from '@tanstack/react-query';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { useLeave } from '../../journey/leave.ts';

/** The schemas come when the visitor turns to the form: the first load does without them. */
export const loginContract = () => import('@foyer/contracts/login');

/** Logs in; on success the browser leaves for where the server says. */
export function useLogin() {
  const leave = useLeave();
  return useMutation({
    mutationFn: async (body: LoginBody) => {
      const reply = loginContract().then((contract) => contract.loginReply);
      const answer = await send(endpoints.login, { body, reply });
      if (!answer.user) throw new Error('Answer without a user');
      return answer;
    },
    onSuccess: ({ redirectURL }) => leave(redirectURL),
  });
}

/** The contract's text once more, for when not even the contract could be loaded; a spec keeps them equal. */
export const LOGIN_PROBLEM = 'There was a problem logging you in. Try again.';

/** What a failed login says above the form (SPEC 8). */
export function loginProblemText(error: Error): string {
  return error instanceof RefusalError ? error.message : LOGIN_PROBLEM;
}
