import { Body, Controller, Get, HttpCode, Post, Req, Res, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { loginBody, loginReply, type LoginBody, type LoginReply } from '@foyer/contracts/login';
import { logoutReply, type LogoutReply } from '@foyer/contracts/session';
import type { Request, Response } from 'express';
import { PendingCookie } from '../../accounts/pending-cookie.ts';
import { PendingIdentitiesService } from '../../accounts/pending-identities.service.ts';
import { DeviceCookie } from '../../credentials/device-cookie.ts';
import { isFirstPartyNavigation } from '../../http/first-party-navigation.ts';
import { Problem } from '../../request/problem.ts';
import { SessionCookie } from '../../session/session-cookie.ts';
import { SessionService } from '../../session/session.service.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { LoginService } from './login.service.ts';

const AFTER_LOGOUT = '/';

@Controller()
export class LoginController {
  constructor(
    private readonly loginService: LoginService,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly deviceCookie: DeviceCookie,
    private readonly pendingCookie: PendingCookie,
    private readonly pendingIdentities: PendingIdentitiesService,
  ) {}

  /**
   * `POST /login`: 200 and a session; 401, 403 or 423 (docs/architecture.md 4). With an ended subscription, 403 and a
   * restricted session.
   */
  @Post(endpoints.login.path)
  @HttpCode(200)
  @SerializeOptions({ schema: loginReply })
  async login(
    @Body({ schema: loginBody }) body: LoginBody,
    @CurrentRequest() request: RequestContext,
  ): Promise<LoginReply> {
    const outcome = await this.loginService.login(body, request);
    await this.#endCurrentSession(request);
    this.sessionCookie.write(request, outcome.sessionToken);
    this.deviceCookie.write(request, outcome.deviceToken);
    await this.#linkPending(body.email, request);
    if ('problem' in outcome) throw outcome.problem;
    return outcome.reply;
  }

  /** `POST /logout`: ends the session on the server. */
  @Post(endpoints.logoutByPost.path)
  @HttpCode(200)
  @SerializeOptions({ schema: logoutReply })
  async logoutByPost(
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<LogoutReply> {
    return this.#logout(request, response);
  }

  /**
   * `GET /logout`: acts only on requests of our own pages or the visitor (docs/security.md 0). Others were answered
   * with a confirm page before.
   */
  @Get(endpoints.logout.path)
  @SerializeOptions({ schema: logoutReply })
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
    const token = this.sessionCookie.readToken(request);
    if (token !== undefined) await this.loginService.logout(token, request);
    this.sessionCookie.forget(request);
    response.setHeader('Clear-Site-Data', '"cache"');
    return { redirectURL: AFTER_LOGOUT };
  }

  /** Links a pending identity that a company's sign-in left in this browser (docs/product.md 10). */
  async #linkPending(email: string, request: RequestContext): Promise<void> {
    const pending = this.pendingCookie.read(request);
    if (pending && (await this.pendingIdentities.linkByPassword(pending, email, request)))
      this.pendingCookie.forget(request);
  }

  async #endCurrentSession(request: RequestContext): Promise<void> {
    const token = this.sessionCookie.readToken(request);
    if (token !== undefined) await this.sessions.end(token);
  }
}
