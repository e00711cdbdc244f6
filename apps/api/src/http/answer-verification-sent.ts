import type { RegisterByEmailReply } from '@foyer/contracts/registration/sign-up';
import type { Response } from 'express';

/**
 * 202: nobody is registered until the mail's link is used, and the answer does not reveal whether the address has an
 * account.
 */
export function answerVerificationSent(
  response: Response,
  { verificationSentTo: email }: { verificationSentTo: string },
): RegisterByEmailReply {
  response.status(202);
  return { message: 'Check your email', user: { email } };
}
