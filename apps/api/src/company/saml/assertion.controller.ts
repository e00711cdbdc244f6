import { Controller, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Request, Response } from 'express';
import { RedirectTargets } from '../../http/redirect-targets.ts';
import { Route } from '../../http/route.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { SessionService } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { RequestCookies } from './request-cookies.ts';
import { SamlGuard } from './saml.strategy.ts';
import { SignInService, type SignInResult } from './sign-in.service.ts';
import { SsoRedirectFilter } from './sso-redirect.ts';
import type { VerifiedSignIn } from './stages.ts';

@Controller()
export class AssertionController {
  constructor(
    private readonly signIns: SignInService,
    private readonly requestCookies: RequestCookies,
    private readonly sessions: SessionService,
    private readonly sessionCookie: SessionCookie,
    private readonly redirectTargets: RedirectTargets,
  ) {}

  @Route(endpoints.samlAcs)
  @UseGuards(SamlGuard)
  @UseFilters(SsoRedirectFilter)
  async consume(
    @Req() request: Request & { user: VerifiedSignIn },
    @Res() response: Response,
  ): Promise<void> {
    const { answered, redirectTarget } = request.user;
    const { sessionToken, location } = await (answered?.provesSession
      ? this.signIns.stepUp(request.user, request.context)
      : this.#signIn(request.user, request.context));
    this.sessionCookie.write(request.context, sessionToken);
    if (answered) this.requestCookies.forget(request.context, answered.relayState);
    response.redirect(303, location ?? this.redirectTargets.decide(redirectTarget));
  }

  async #signIn(person: VerifiedSignIn, request: RequestContext): Promise<SignInResult> {
    const signedIn = await this.signIns.signIn(person, request);
    const formerToken = this.sessionCookie.readToken(request);
    if (formerToken !== undefined) await this.sessions.end(formerToken);
    return signedIn;
  }
}
