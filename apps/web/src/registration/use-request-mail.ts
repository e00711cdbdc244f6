import { endpoints } from '@foyer/contracts/endpoints';
import { registerByEmailReply } from '@foyer/contracts/registration/sign-up';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../http/errors.ts';
import { send } from '../http/send.ts';
import { storedVerification } from './verification.ts';
import { routes } from '../routes.ts';

type Asked = { to: 'team' | 'event'; body: object };

/**
 * Requests a mail for a visitor with a shared link. The server's answer does not depend on whether the email address
 * has an account (docs/architecture.md 4).
 */
export function useRequestMail(onInvitationDead: () => void) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ to, body }: Asked) => {
      const endpoint = to === 'team' ? endpoints.registerTeamMember : endpoints.registerCollaborator;
      return send(endpoint, { body, reply: registerByEmailReply });
    },
    onSuccess: ({ user }, { to }) => {
      storedVerification.write({ email: user.email, sentAtMs: Date.now(), invitedTo: to });
      void navigate(routes.verifyEmail);
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.code.startsWith('Invitation')) onInvitationDead();
      else void navigate(routes.failureGeneral);
    },
  });
}
