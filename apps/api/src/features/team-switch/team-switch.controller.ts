import { Controller, HttpCode, Param, Post, Req, Res, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import { teamSwitchReply, type TeamSwitchReply } from '@foyer/contracts/invitation';
import type { Request, Response } from 'express';
import { PendingCookie } from '../../accounts/pending-cookie.ts';
import { SessionCookie } from '../../session/session-cookie.ts';
import type { Session } from '../../session/session.service.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../http/signed-in.ts';
import { TeamSwitchService } from './team-switch.service.ts';

@Controller()
@SignedIn()
@AlsoFor('ended-member')
export class TeamSwitchController {
  constructor(
    private readonly switching: TeamSwitchService,
    private readonly sessionCookie: SessionCookie,
    private readonly pendingCookie: PendingCookie,
  ) {}

  /** `POST /team-switch/{invitationCode}`: moves the visitor to the inviting team and logs them out. */
  @Post(endpoints.switchTeam.path)
  @HttpCode(200)
  @SerializeOptions({ schema: teamSwitchReply })
  async switch(
    @Param('invitationCode') invitationCode: string,
    @CurrentSession() session: Session,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TeamSwitchReply> {
    const pending = this.pendingCookie.read(request);
    const reply = await this.switching.switch(session, invitationCode, pending, request);
    this.sessionCookie.forget(request, response);
    this.pendingCookie.forget(response);
    return reply;
  }
}
