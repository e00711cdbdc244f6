import { endpoints } from '@foyer/contracts/endpoints';
import { resetPasswordReply, type LinkState } from '@foyer/contracts/identity/password';
import type { PasswordLinkReply, ResetPasswordBody } from '@foyer/contracts/registration/password-link';
import { isPaid } from '@foyer/catalog/entitlements';
import type { PlanType } from '@foyer/catalog/plans';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { storedBillingEmail } from '../../navigation/billing-email.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { unlockLogin } from '../../navigation/lockout.ts';
import { storedResetRequest } from './reset-request.ts';
import { storedSignUpDraft } from '../sign-up-draft.ts';
import { storedTeamMemberDraft } from '../team-member-draft.ts';
import { storedVerification } from '../verification.ts';
import { announceVerified } from '../verified-signal.ts';
import { routes } from '../../routes.ts';
import { passwordLinkQuery } from './password-link-query.ts';

const stateOfCode: Readonly<Record<string, LinkState>> = {
  LinkExpired: 'expired',
  LinkUsed: 'used',
  LinkReplaced: 'replaced',
  LinkUnknown: 'unknown',
};

export function useSetPassword(resetToken: string, planOfAddress: PlanType | undefined) {
  const navigate = useNavigate();
  const leave = useDocumentNavigation();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ResetPasswordBody) =>
      send(endpoints.resetPassword, { query: { resetToken }, body, reply: resetPasswordReply }),
    onSuccess: ({ user, plan = planOfAddress }) => {
      storedSignUpDraft.remove();
      storedTeamMemberDraft.remove();
      storedVerification.remove();
      announceVerified();
      storedResetRequest.remove();
      unlockLogin();
      if (plan && isPaid(plan)) {
        storedBillingEmail.write(user.email);
        // The page with the card form has its own CSP, so it needs a full page load.
        leave(routes.billing, { isReplacing: true });
        return;
      }
      void queries.prefetchQuery({ ...sessionQuery, staleTime: 0 });
      void navigate(plan ? routes.success : routes.resetPasswordSuccess, { replace: true });
    },
    onError: (error) => {
      const state = error instanceof ProblemError ? stateOfCode[error.code] : undefined;
      if (state)
        queries.setQueryData(
          passwordLinkQuery(resetToken).queryKey,
          (link: PasswordLinkReply | undefined) => ({ ...link, state }),
        );
      // Since the page was opened, the invitation has ended or the team has become full.
      else if (isInvitationEnded(error)) void queries.invalidateQueries(passwordLinkQuery(resetToken));
      else if (!isServerMessage(error)) void navigate(routes.failureGeneral);
    },
  });
}

function isInvitationEnded(error: Error): boolean {
  if (!(error instanceof ProblemError)) return false;
  return error.code.startsWith('Invitation') || error.code === 'SeatLimitReached';
}

/** Returns whether the form shows the problem, for example an invalid password or a busy server. */
function isServerMessage(error: Error): error is ProblemError {
  return (
    error instanceof ProblemError &&
    (error.status < 500 || error.code === 'Unavailable') &&
    !stateOfCode[error.code]
  );
}

export function serverMessageOf(error: Error | null): string | undefined {
  if (!error || !isServerMessage(error)) return undefined;
  return error.fields.password ?? error.fields.confirm_password ?? error.message;
}
