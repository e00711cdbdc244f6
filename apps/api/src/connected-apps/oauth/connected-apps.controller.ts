import { Controller, Param, Req, Res } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { connectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Request, Response } from 'express';
import type { Session } from '../../identity/session.service.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { ConsentService } from './consent.service.ts';
import { GrantsService } from './grants.service.ts';

@Controller()
@SignedIn()
export class ConnectedAppsController {
  constructor(
    private readonly consents: ConsentService,
    private readonly grants: GrantsService,
  ) {}

  /**
   * `POST /oauth/authorize`: 403 `InvalidCsrfToken` for a URL with parameters, and for a form without a valid ticket.
   */
  @Route(endpoints.oauthDecision)
  @AllowRestricted('billing', 'ended-member')
  async decide(
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (Object.keys(request.query).length > 0) throw new Problem('InvalidCsrfToken');
    const posted = (request.body ?? {}) as Record<string, unknown>;
    response.redirect(303, await this.consents.decide(session, posted, request.context));
  }

  @Route(endpoints.connectedApps, connectedAppsReply)
  async list(@CurrentSession() session: Session) {
    return { apps: await this.grants.list(session.userId) };
  }

  @Route(endpoints.disconnectApp, doneReply)
  async disconnect(
    @Param('clientId') clientId: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.grants.disconnect(session, clientId, request);
    return { message: 'App disconnected' };
  }
}
