import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Req,
  SerializeOptions,
} from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  decideIdentityBody,
  inviteBody,
  inviteReply,
  teamChangedReply,
  teamOwnerBody,
  teamReply,
  type DecideIdentityBody,
  type InviteBody,
  type InviteReply,
  type TeamReply,
} from '@foyer/contracts/team';
import type { Request } from 'express';
import type { Session } from '../../session/session.service.ts';
import { CurrentSession, SignedIn } from '../../session/signed-in.ts';
import { IdentityDecisionsService } from './identity-decisions.service.ts';
import { TeamInvitationsService } from './team-invitations.service.ts';
import { TeamService } from './team.service.ts';

@Controller()
@SignedIn()
export class TeamController {
  constructor(
    private readonly teams: TeamService,
    private readonly invitations: TeamInvitationsService,
    private readonly identities: IdentityDecisionsService,
  ) {}

  /** `GET /team`: the visitor's own team; who is invited only for its owner. */
  @Get(endpoints.team.path)
  @SerializeOptions({ schema: teamReply })
  async show(@CurrentSession() session: Session): Promise<TeamReply> {
    return this.teams.describe(session);
  }

  /** `PATCH /team`: hands the team over. 403 `NotOwner`. */
  @Patch(endpoints.changeTeam.path)
  @SerializeOptions({ schema: teamChangedReply })
  async handOver(
    @Body({ schema: teamOwnerBody }) body: { owner: string },
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<object> {
    await this.teams.handOver(session, body.owner, request);
    return {};
  }

  /** `DELETE /team/members/{id}`: takes the seat away; the person gets a Free team of their own. */
  @Delete(endpoints.removeTeamMember.path)
  @SerializeOptions({ schema: teamChangedReply })
  async removeMember(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<object> {
    await this.teams.removeMember(session, id, request);
    return {};
  }

  /** `POST /team/invitations`: an outcome per address. */
  @Post(endpoints.inviteToTeam.path)
  @HttpCode(200)
  @SerializeOptions({ schema: inviteReply })
  async invite(
    @Body({ schema: inviteBody }) body: InviteBody,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<InviteReply> {
    return { results: await this.invitations.invite(session, body.emails, request) };
  }

  /** `POST /team/invitations/{id}/resend`: another mail, and seven more days from then on. */
  @Post(endpoints.resendTeamInvitation.path)
  @HttpCode(200)
  @SerializeOptions({ schema: teamChangedReply })
  async resend(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<object> {
    await this.invitations.resend(session, id, request);
    return {};
  }

  /** `DELETE /team/invitations/{id}`: the link stops working and the seat is free. */
  @Delete(endpoints.revokeTeamInvitation.path)
  @SerializeOptions({ schema: teamChangedReply })
  async revoke(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<object> {
    await this.invitations.revoke(session, id, request);
    return {};
  }

  /** `POST /team/pending-identities/{id}`: says who somebody with a member's address is. 403 `NotOwner`. */
  @Post(endpoints.decideIdentity.path)
  @HttpCode(200)
  @SerializeOptions({ schema: teamChangedReply })
  async decideIdentity(
    @Param('id') id: string,
    @Body({ schema: decideIdentityBody }) { who }: DecideIdentityBody,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<object> {
    await this.identities.decide(session, id, who, request);
    return {};
  }

  /** `DELETE /team/seat-requests/{id}`: takes somebody who asked for a seat off the list. 403 `NotOwner`. */
  @Delete(endpoints.dismissSeatRequest.path)
  @SerializeOptions({ schema: teamChangedReply })
  async dismissSeatRequest(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @Req() request: Request,
  ): Promise<object> {
    await this.teams.dismissSeatRequest(session, id, request);
    return {};
  }
}
