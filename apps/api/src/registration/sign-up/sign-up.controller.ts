import { Body, Controller } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  registerByEmailBody,
  registerByEmailReply,
  type RegisterByEmailBody,
} from '@foyer/contracts/registration/sign-up';
import {
  resendVerificationBody,
  resendVerificationReply,
  type ResendVerificationBody,
} from '@foyer/contracts/registration/verify-email';
import { answersOf, RegistrationsService } from '../registrations.service.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';

@Controller()
export class SignUpController {
  constructor(
    private readonly registrations: RegistrationsService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /** `POST /register-by-email`: 201 for every address, taken or not. */
  @Route(endpoints.registerByEmail, registerByEmailReply, 201)
  async register(
    @Body({ schema: registerByEmailBody }) body: RegisterByEmailBody,
    @CurrentRequest() request: RequestContext,
  ) {
    const answers = answersOf(body, request.language);
    await this.registrations.register(answers, this.sessionCookie.browserHash(request));
    return { message: 'Check your email', user: { email: body.email } };
  }

  /** `POST /verify-email/resend`: 200 for every address, with or without a registration. */
  @Route(endpoints.resendVerification, resendVerificationReply)
  async resend(
    @Body({ schema: resendVerificationBody }) body: ResendVerificationBody,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.registrations.resend(body.email, this.sessionCookie.browserHash(request));
    return {};
  }
}
