import { Body, Controller } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { loginReply } from '@foyer/contracts/identity/login';
import { passkeyLoginBody, passkeyRequest, type PasskeyLoginBody } from '@foyer/contracts/identity/passkeys';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { PasskeysService } from './passkeys.service.ts';

@Controller()
export class PasskeyLoginController {
  constructor(private readonly passkeys: PasskeysService) {}

  /** `GET /login/passkey`: options with a challenge for this browser. Stores nothing in the database. */
  @Route(endpoints.passkeyLoginOptions, passkeyRequest)
  async begin(@CurrentRequest() request: RequestContext) {
    return this.passkeys.beginLogin(request);
  }

  /** `POST /login/passkey`: 401 `PasskeyRefused`. Otherwise, responds like `POST /login`. */
  @Route(endpoints.passkeyLogin, loginReply)
  async login(
    @Body({ schema: passkeyLoginBody }) body: PasskeyLoginBody,
    @CurrentRequest() request: RequestContext,
  ) {
    return this.passkeys.login(body, request);
  }
}
