import { Controller, Req, Res } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import type { Request, Response } from 'express';
import type { Session } from '../../identity/session.service.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { Route } from '../../http/route.ts';
import { Problem } from '../../request/problem.ts';
import { ConsentService } from './consent.service.ts';

@Controller()
export class DecisionController {
  constructor(private readonly consents: ConsentService) {}

  /** `POST /oauth/authorize`, a form: 303 to the app. 401 `SignInRequired`, 403 `InvalidCsrfToken`. */
  @Route(endpoints.oauthDecision)
  @SignedIn()
  @AlsoFor('billing', 'ended-member')
  async decide(
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (Object.keys(request.query).length > 0) throw new Problem('InvalidCsrfToken');
    const posted = (request.body ?? {}) as Record<string, unknown>;
    response.redirect(303, await this.consents.decide(session, posted, request.context));
  }
}
