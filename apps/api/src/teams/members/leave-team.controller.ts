import { Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { teamSwitchReply } from '@foyer/contracts/invitations/invitation';
import { leaveTeamReply, teamChangedReply } from '@foyer/contracts/teams/team';
import { SessionCookie } from '../../identity/session-cookie.ts';
import type { Session } from '../../identity/session.service.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { LeaveTeamService } from './leave-team.service.ts';
import { TeamSwitchService } from './team-switch.service.ts';

@Controller()
@SignedIn()
export class LeaveTeamController {
  constructor(
    private readonly leaving: LeaveTeamService,
    private readonly switching: TeamSwitchService,
    private readonly sessionCookie: SessionCookie,
  ) {}

  @Route(endpoints.leaveTeam, leaveTeamReply)
  @AllowRestricted('ended-member')
  async leave(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    const { reply, sessionToken } = await this.leaving.leave(session, request);
    this.sessionCookie.write(request, sessionToken);
    return reply;
  }

  /** `POST /team-switch/{invitationCode}`: moves the visitor to the inviting team and logs them out. */
  @Route(endpoints.switchTeam, teamSwitchReply)
  @AllowRestricted('ended-member')
  async switch(
    @Param('invitationCode') invitationCode: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    const reply = await this.switching.switch(session, invitationCode, request);
    this.sessionCookie.forget(request);
    return reply;
  }

  @Route(endpoints.removeTeamMember, teamChangedReply)
  async removeMember(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.switching.remove(session, id, request);
    return {};
  }
}
