import { endpoints } from '@foyer/contracts/endpoints';
import { resetPasswordReply, type LinkState, type PasswordLinkReply } from '@foyer/contracts/password';
import type { PlanType } from '@foyer/catalog/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { RefusalError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { storedBillingEmail } from '../../journey/billing-email.ts';
import { storedSignUpDraft } from '../../journey/sign-up-draft.ts';
import { storedVerification } from '../../journey/verification.ts';
import { routes } from '../../routes.ts';
import { passwordLinkQuery } from './password-link-query.ts';

const stateOfCode: Readonly<Record<string, LinkState>> = {
  LinkExpired: 'expired',
  LinkUsed: 'used',
  LinkReplaced: 'replaced',
  LinkUnknown: 'unknown',
};

/** Sets the password behind a link and goes on by plan (SPEC 4). */
export function useSetPassword(resetToken: string, planOfAddress: PlanType | undefined) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { password: string; confirm_password: string }) =>
      send(endpoints.resetPassword, { query: { resetToken }, body, reply: resetPasswordReply }),
    onSuccess: ({ user, plan = planOfAddress }) => {
      storedSignUpDraft.remove();
      storedVerification.remove();
      if (plan === 'pro') storedBillingEmail.write(user.email);
      void queries.prefetchQuery({ ...sessionQuery, staleTime: 0 });
      void navigate(screenAfterPassword(plan), { replace: true });
    },
    onError: (error) => {
      const state = error instanceof RefusalError ? stateOfCode[error.code] : undefined;
      if (state)
        queries.setQueryData(
          passwordLinkQuery(resetToken).queryKey,
          (link: PasswordLinkReply | undefined) => ({ ...link, state }),
        );
      else if (!isServerMessage(error)) void navigate(routes.failureGeneral);
    },
  });
}

export function screenAfterPassword(plan: PlanType | undefined): string {
  if (plan === undefined) return routes.resetPasswordSuccess;
  return plan === 'pro' ? routes.billing : routes.success;
}

/** Whether the answer is one to show on the form: a refusal of the password itself. */
function isServerMessage(error: Error): error is RefusalError {
  return error instanceof RefusalError && error.status < 500 && !stateOfCode[error.code];
}

export function serverMessageOf(error: Error | null): string | undefined {
  if (!error || !isServerMessage(error)) return undefined;
  return error.fields.password ?? error.fields.confirm_password ?? error.message;
}
