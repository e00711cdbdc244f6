import { Body, Controller, Get, HttpCode, Post, Query, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  forgotPasswordBody,
  forgotPasswordReply,
  resetPasswordReply,
  resetTokenQuery,
  type ForgotPasswordBody,
  type ResetPasswordReply,
} from '@foyer/contracts/password';
import {
  passwordLinkReply,
  resetPasswordBody,
  type PasswordLinkReply,
  type ResetPasswordBody,
} from '@foyer/contracts/password-link';
import { SessionCookie } from '../../session/session-cookie.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { PasswordService } from './password.service.ts';

@Controller()
export class PasswordController {
  constructor(
    private readonly passwords: PasswordService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /** `GET /password-link?resetToken=`: the link's state; read-only. */
  @Get(endpoints.passwordLink.path)
  @SerializeOptions({ schema: passwordLinkReply })
  async showLink(
    @Query({ schema: resetTokenQuery }) query: { resetToken: string },
  ): Promise<PasswordLinkReply> {
    return this.passwords.describeLink(query.resetToken);
  }

  /** `POST /forgot-password`: 200 always. */
  @Post(endpoints.forgotPassword.path)
  @HttpCode(200)
  @SerializeOptions({ schema: forgotPasswordReply })
  async forgotPassword(
    @Body({ schema: forgotPasswordBody }) body: ForgotPasswordBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<object> {
    await this.passwords.forgot(body.email, request);
    return {};
  }

  /** `POST /reset-password?resetToken=`: sets the password; a new account is signed in, a reset signs everybody out. */
  @Post(endpoints.resetPassword.path)
  @HttpCode(200)
  @SerializeOptions({ schema: resetPasswordReply })
  async resetPassword(
    @Query({ schema: resetTokenQuery }) query: { resetToken: string },
    @Body({ schema: resetPasswordBody }) body: ResetPasswordBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<ResetPasswordReply> {
    const { reply, sessionToken } = await this.passwords.setPassword(query.resetToken, body, request);
    if (sessionToken === undefined) this.sessionCookie.forget(request);
    else this.sessionCookie.write(request, sessionToken);
    return reply;
  }
}
