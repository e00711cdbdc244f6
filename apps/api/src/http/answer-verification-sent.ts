import type { RegisterByEmailReply } from '@foyer/contracts/sign-up';
import type { Response } from 'express';

/** 202: nobody is registered before a mail was answered, and nothing tells whom the address belongs to. */
export function answerVerificationSent(
  response: Response,
  { verificationSentTo: email }: { verificationSentTo: string },
): RegisterByEmailReply {
  response.status(202);
  return { message: 'Check your email', user: { email } };
}
