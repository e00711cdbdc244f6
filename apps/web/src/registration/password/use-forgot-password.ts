import { normalizeEmail } from '@foyer/contracts/email';
import { endpoints } from '@foyer/contracts/endpoints';
import { forgotPasswordReply } from '@foyer/contracts/identity/password';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { nextResetAtMs, storedResetRequest } from './reset-request.ts';
import { routes } from '../../routes.ts';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';

/** The answer does not reveal whether the email address has an account. */
export function useForgotPassword() {
  const navigate = useNavigate();
  const [last, setLast] = useState(() => storedResetRequest.read());
  const seconds = useSecondsUntil(nextResetAtMs(last));
  const requestLink = useMutation({
    mutationFn: (email: string) =>
      send(endpoints.forgotPassword, { body: { email }, reply: forgotPasswordReply }),
    onSuccess: (_, email) => {
      const request = { email: normalizeEmail(email), sentAtMs: Date.now() };
      storedResetRequest.write(request);
      setLast(request);
    },
    onError: (error) => {
      if (!isRetryable(error)) void navigate(routes.failureGeneral);
    },
  });
  return {
    requestLink,
    waitsFor: seconds > 0 ? last?.email : undefined,
    seconds,
  };
}

/**
 * Another email address or a later attempt may work, so the form shows the problem. Other problems open the failure
 * page (docs/product.md 8).
 */
function isRetryable(error: Error): boolean {
  return error instanceof ProblemError && (error.status < 500 || error.code === 'Unavailable');
}
