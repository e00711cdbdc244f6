import { Body, Controller } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  resendVerificationBody,
  resendVerificationReply,
  type ResendVerificationBody,
} from '@foyer/contracts/registration/verify-email';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { VerifyEmailService } from './verify-email.service.ts';

@Controller()
export class VerifyEmailController {
  constructor(
    private readonly verifyEmail: VerifyEmailService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /** `POST /verify-email/resend`: 200 always. */
  @Route(endpoints.resendVerification, resendVerificationReply)
  async resend(
    @Body({ schema: resendVerificationBody }) body: ResendVerificationBody,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.verifyEmail.resend(body.email, this.sessionCookie.browserHash(request));
    return {};
  }
}
