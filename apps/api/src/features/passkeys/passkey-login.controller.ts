import { Body, Controller, Get, HttpCode, Post, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { loginReply, type LoginReply } from '@foyer/contracts/login';
import {
  passkeyLoginBody,
  passkeyRequest,
  type PasskeyLoginBody,
  type PasskeyRequest,
} from '@foyer/contracts/passkeys';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { PasskeyLoginService } from './passkey-login.service.ts';

@Controller()
export class PasskeyLoginController {
  constructor(private readonly logins: PasskeyLoginService) {}

  /** `GET /login/passkey`: a challenge for this browser. It writes nothing. */
  @Get(endpoints.passkeyLoginOptions.path)
  @SerializeOptions({ schema: passkeyRequest })
  async begin(@CurrentRequest() request: RequestContext): Promise<PasskeyRequest> {
    return this.logins.begin(request);
  }

  /** `POST /login/passkey`: 401 `PasskeyRefused`; else as `POST /login` (docs/architecture.md 4). */
  @Post(endpoints.passkeyLogin.path)
  @HttpCode(200)
  @SerializeOptions({ schema: loginReply })
  async login(
    @Body({ schema: passkeyLoginBody }) body: PasskeyLoginBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<LoginReply> {
    return this.logins.login(body, request);
  }
}
