import { Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { teamSwitchReply } from '@foyer/contracts/invitations/invitation';
import { SessionCookie } from '../../identity/session-cookie.ts';
import type { Session } from '../../identity/session.service.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { TeamSwitchService } from './team-switch.service.ts';

@Controller()
@SignedIn()
@AlsoFor('ended-member')
export class TeamSwitchController {
  constructor(
    private readonly switching: TeamSwitchService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /** `POST /team-switch/{invitationCode}`: moves the visitor to the inviting team and logs them out. */
  @Route(endpoints.switchTeam, teamSwitchReply)
  async switch(
    @Param('invitationCode') invitationCode: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    const reply = await this.switching.switch(session, invitationCode, request);
    this.sessionCookie.forget(request);
    return reply;
  }
}
