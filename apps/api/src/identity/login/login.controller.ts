import { Body, Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { loginBody, loginReply, type LoginBody } from '@foyer/contracts/identity/login';
import { logoutReply, type LogoutReply } from '@foyer/contracts/identity/session';
import type { Request, Response } from 'express';
import { isFirstPartyNavigation } from '../../http/first-party-navigation.ts';
import { Problem } from '../../request/problem.ts';
import { SessionCookie } from '../session-cookie.ts';
import { SessionService } from '../session.service.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { LoginService } from './login.service.ts';

const AFTER_LOGOUT = '/';

@Controller()
export class LoginController {
  constructor(
    private readonly loginService: LoginService,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /**
   * `POST /login`: 200 and a session, or for example 401, 403 or 423. If the session is restricted, for example by an
   * ended subscription: 403 and a session. If a code is needed: 401 and a pending login.
   */
  @Route(endpoints.login, loginReply)
  async login(@Body({ schema: loginBody }) body: LoginBody, @CurrentRequest() request: RequestContext) {
    return this.loginService.login(body, request);
  }

  @Route(endpoints.logoutByPost, logoutReply)
  async logoutByPost(
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.#logout(request, response);
  }

  /**
   * `GET /logout`: logs out only if the request comes from our own pages or the address bar (docs/security.md 0).
   * Before this handler, other navigations get a confirmation page. Other calls get 403.
   */
  @Route(endpoints.logout)
  async logout(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LogoutReply | undefined> {
    if (!isFirstPartyNavigation(request)) throw new Problem('InvalidCsrfToken');
    const reply = await this.#logout(request.context, response);
    if (request.accepts(['json', 'html']) === 'json') return reply;
    response.redirect(303, reply.redirectURL);
    return undefined;
  }

  async #logout(request: RequestContext, response: Response): Promise<LogoutReply> {
    await this.sessions.logOut(request);
    this.sessionCookie.forget(request);
    response.setHeader('Clear-Site-Data', '"cache"');
    return { redirectURL: AFTER_LOGOUT };
  }
}
