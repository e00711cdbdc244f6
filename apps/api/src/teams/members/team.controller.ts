import { Body, Controller, Param, Query } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  inviteBody,
  inviteReply,
  offerTeamBody,
  teamChangedReply,
  teamPeopleQuery,
  teamPeopleReply,
  teamReply,
  type InviteBody,
  type OfferTeamBody,
  type TeamPeopleQuery,
} from '@foyer/contracts/teams/team';
import {
  teamSettingsBody,
  teamSettingsReply,
  type TeamSettingsBody,
} from '@foyer/contracts/teams/team-settings';
import { requireFactorBody, type RequireFactorBody } from '@foyer/contracts/identity/second-factor';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { OwnershipTransferService } from './ownership-transfer.service.ts';
import { TeamFactorService } from './team-factor.service.ts';
import { TeamService } from './team.service.ts';

@Controller()
@SignedIn()
export class TeamController {
  constructor(
    private readonly teams: TeamService,
    private readonly transfers: OwnershipTransferService,
    private readonly factor: TeamFactorService,
  ) {}

  /** `GET /team`: only the owner of the team also gets the invitations. */
  @Route(endpoints.team, teamReply)
  async show(@CurrentSession() session: Session) {
    return this.teams.describe(session);
  }

  @Route(endpoints.teamPeople, teamPeopleReply)
  async listPeople(
    @Query({ schema: teamPeopleQuery }) query: TeamPeopleQuery,
    @CurrentSession() session: Session,
  ) {
    return this.teams.listPeople(session, query);
  }

  @Route(endpoints.offerTeam, teamChangedReply)
  async offer(
    @Body({ schema: offerTeamBody }) body: OfferTeamBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.transfers.offer(session, body, request);
    return {};
  }

  @Route(endpoints.endTeamOffer, teamChangedReply)
  async endOffer(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.transfers.end(session, request);
    return {};
  }

  @Route(endpoints.acceptTeamOffer, teamChangedReply)
  async acceptOffer(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.transfers.accept(session, request);
    return {};
  }

  @Route(endpoints.requireTeamFactor, teamChangedReply)
  async requireFactor(
    @Body({ schema: requireFactorBody }) body: RequireFactorBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.factor.require(session, body, request);
    return {};
  }

  @Route(endpoints.waiveTeamFactor, teamChangedReply)
  async waiveFactor(@CurrentSession() session: Session, @CurrentRequest() request: RequestContext) {
    await this.factor.waive(session, request);
    return {};
  }

  @Route(endpoints.resetMemberFactor, teamChangedReply)
  async resetFactor(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.factor.resetMember(session, id, request);
    return {};
  }

  @Route(endpoints.inviteToTeam, inviteReply)
  async invite(
    @Body({ schema: inviteBody }) body: InviteBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    return { results: await this.teams.invite(session, body.emails, request) };
  }

  /** `POST /team/invitations/{id}/resend`: also renews the invitation for seven days. */
  @Route(endpoints.resendTeamInvitation, teamChangedReply)
  async resend(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.teams.resend(session, id, request);
    return {};
  }

  /** `DELETE /team/invitations/{id}`: revokes the invitation, which frees its seat. */
  @Route(endpoints.revokeTeamInvitation, teamChangedReply)
  async revoke(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.teams.revoke(session, id, request);
    return {};
  }

  @Route(endpoints.dismissSeatRequest, teamChangedReply)
  async dismissSeatRequest(
    @Param('id') id: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.teams.dismissSeatRequest(session, id, request);
    return {};
  }

  /** `PATCH /settings/team`: cancels the unpaid choice of PRO. 403 `NotOwner`. */
  @Route(endpoints.teamSettings, teamSettingsReply)
  async changeSettings(
    @Body({ schema: teamSettingsBody }) _body: TeamSettingsBody,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    await this.teams.stayOnFree(session, request);
    return { has_incomplete_billing: false };
  }
}
