import { Body, Controller, Query } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  forgotPasswordBody,
  forgotPasswordReply,
  resetPasswordReply,
  resetTokenQuery,
  type ForgotPasswordBody,
} from '@foyer/contracts/identity/password';
import {
  passwordLinkReply,
  resetPasswordBody,
  type ResetPasswordBody,
} from '@foyer/contracts/registration/password-link';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { PasswordService } from './password.service.ts';

@Controller()
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  @Route(endpoints.passwordLink, passwordLinkReply)
  async showLink(@Query({ schema: resetTokenQuery }) query: { resetToken: string }) {
    return this.passwords.describeLink(query.resetToken);
  }

  /** `POST /forgot-password`: 200 for every address, with or without an account. */
  @Route(endpoints.forgotPassword, forgotPasswordReply)
  async forgotPassword(
    @Body({ schema: forgotPasswordBody }) body: ForgotPasswordBody,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.passwords.forgot(body.email, request);
    return {};
  }

  /** `POST /reset-password?resetToken=`: a sign-up signs the new user in. A reset ends all sessions. */
  @Route(endpoints.resetPassword, resetPasswordReply)
  async resetPassword(
    @Query({ schema: resetTokenQuery }) query: { resetToken: string },
    @Body({ schema: resetPasswordBody }) body: ResetPasswordBody,
    @CurrentRequest() request: RequestContext,
  ) {
    const { reply, sessionToken } = await this.passwords.setPassword(query.resetToken, body, request);
    if (sessionToken === undefined) this.sessionCookie.forget(request);
    else this.sessionCookie.write(request, sessionToken);
    return reply;
  }
}
