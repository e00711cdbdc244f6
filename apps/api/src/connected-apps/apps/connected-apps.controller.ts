import { Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { connectedAppsReply } from '@foyer/contracts/connected-apps/oauth';
import { doneReply } from '@foyer/contracts/identity/security';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { GrantsService } from '../oauth/grants.service.ts';

@Controller()
@SignedIn()
export class ConnectedAppsController {
  constructor(private readonly grants: GrantsService) {}

  /** `GET /settings/apps/details`: the apps with access to this user's data. */
  @Route(endpoints.connectedApps, connectedAppsReply)
  async list(@CurrentSession() session: Session) {
    return { apps: await this.grants.list(session.userId) };
  }

  /** `DELETE /settings/apps/{clientId}`: revokes an app's access. 404 if it is not connected. */
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
