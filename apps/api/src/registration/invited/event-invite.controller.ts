import { Body, Controller, Param, Req, Res } from '@nestjs/common';
import { fullName } from '@foyer/catalog/person-name';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  acceptEventReply,
  inviteToEventBody,
  inviteToEventReply,
  type InviteToEventBody,
} from '@foyer/contracts/registration/event-invite';
import { eventInvitationReply } from '@foyer/contracts/invitations/invitation';
import {
  registerCollaboratorBody,
  type RegisterCollaboratorBody,
} from '@foyer/contracts/registration/sign-up';
import { registeredOrAskedReply } from '@foyer/contracts/teams/team';
import type { Request, Response } from 'express';
import { appBudgets, productBudgets } from '../../invitations/invitation-mails.service.ts';
import { InvitationsService, needsMailUnless } from '../../invitations/invitations.service.ts';
import { Problem } from '../../request/problem.ts';
import { answerVerificationSent } from '../../http/answer-verification-sent.ts';
import { SessionCookie } from '../../identity/session-cookie.ts';
import type { Session } from '../../identity/session.service.ts';
import { CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { CurrentRequest } from '../../http/request-context.ts';
import { Route } from '../../http/route.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { EventInviteService } from './event-invite.service.ts';
import { InvitedSignUps } from './invited-sign-ups.service.ts';
import { RequireServiceOrScope } from './service-or-app.guard.ts';

@Controller()
export class EventInviteController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly events: EventInviteService,
    private readonly signUps: InvitedSignUps,
    private readonly sessionCookie: SessionCookie,
  ) {}

  /**
   * `POST /events/{eventId}/invitations`: the caller is the diagramming product, or an app whose access token belongs
   * to the inviter. 201 with the link.
   */
  @Route(endpoints.inviteToEvent, inviteToEventReply, 201)
  @RequireServiceOrScope('events.invite')
  async invite(
    @Param('eventId') eventId: string,
    @Body({ schema: inviteToEventBody }) body: InviteToEventBody,
    @Req() request: Request,
  ) {
    const { context, appAccess: access } = request;
    if (access) {
      const { id: userId, email } = access.user;
      const user = { name: fullName(access.user), email, userId };
      return { link: await this.events.invite(eventId, body, user, appBudgets(access), context) };
    }
    const { inviter } = body;
    if (!inviter) throw new Problem('ValidationFailed', { fields: { inviter: 'Say who invites' } });
    const sender = productBudgets(inviter.email);
    return { link: await this.events.invite(eventId, body, inviter, sender, context) };
  }

  @Route(endpoints.eventInvitation, eventInvitationReply)
  async show(@Param('id') id: string) {
    const { email, inviterName, inviterEmail, isByMailedCode } =
      await this.invitations.findEventInvitation(id);
    return {
      inviter: { name: inviterName, email: inviterEmail },
      invitation: { email },
      ...needsMailUnless(isByMailedCode),
    };
  }

  /**
   * `POST /register-collaborator`: with a mailed code, creates a user and signs them in (201). With a shared code, 202
   * with the same response for every address.
   */
  @Route(endpoints.registerCollaborator, registeredOrAskedReply, 201)
  async register(
    @Body({ schema: registerCollaboratorBody }) body: RegisterCollaboratorBody,
    @CurrentRequest() request: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ) {
    const outcome = await this.signUps.registerGuest(body, request, this.sessionCookie.browserHash(request));
    if ('verificationSentTo' in outcome) return answerVerificationSent(response, outcome);
    this.sessionCookie.write(request, outcome.sessionToken);
    return { message: 'Welcome', user: outcome.user };
  }

  @Route(endpoints.acceptEvent, acceptEventReply)
  @SignedIn()
  async accept(
    @Param('invitationCode') invitationCode: string,
    @CurrentSession() session: Session,
    @CurrentRequest() request: RequestContext,
  ) {
    return this.events.accept(session, invitationCode, request);
  }
}
