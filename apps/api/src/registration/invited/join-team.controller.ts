import { Body, Controller, Param, Res } from '@nestjs/common';
import { accessOf } from '@foyer/catalog/subscription-states';
import { endpoints } from '@foyer/contracts/endpoints';
import { teamInvitationReply } from '@foyer/contracts/invitations/invitation';
import {
  registeredOrAskedReply,
  registerTeamMemberBody,
  type RegisterTeamMemberBody,
} from '@foyer/contracts/teams/team';
import type { Response } from 'express';
import { InvitationsService, needsMailUnless } from '../../invitations/invitations.service.ts';
import { answerVerificationSent } from '../../http/answer-verification-sent.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { InvitedSignUps } from './invited-sign-ups.service.ts';

@Controller()
export class JoinTeamController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly signUps: InvitedSignUps,
    private readonly sessionCookie: SessionCookie,
  ) {}

  @Route(endpoints.teamInvitation, teamInvitationReply)
  async show(@Param('id') id: string) {
    const { email, teamName, inviterName, inviterEmail, isByMailedCode, subscriptionStatus, endsAs } =
      await this.invitations.findTeamInvitation(id);
    const access = accessOf({ status: subscriptionStatus, endsAs }, false);
    return {
      inviter: { name: inviterName, email: inviterEmail },
      existingTeam: { name: teamName },
      invitation: { email, id },
      ...needsMailUnless(isByMailedCode),
      ...(access !== 'full' && { hasEndedPlan: true as const }),
    };
  }

  /**
   * `POST /register-team-member`: with a mailed code, creates a member and signs them in (201). With a shared code, 202
   * with the same response for every address.
   */
  @Route(endpoints.registerTeamMember, registeredOrAskedReply, 201)
  async register(
    @Body({ schema: registerTeamMemberBody }) body: RegisterTeamMemberBody,
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const outcome = await this.signUps.registerMember(body, request, this.sessionCookie.browserHash(request));
    if ('verificationSentTo' in outcome) return answerVerificationSent(response, outcome);
    this.sessionCookie.write(request, outcome.sessionToken);
    return { message: 'Welcome to the team', user: outcome.user };
  }
}
