import { Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  openInvitationReply,
  waitingInvitationsReply,
} from '@foyer/contracts/invitations/waiting-invitations';
import type { Session } from '../../identity/session.service.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { Route } from '../../http/route.ts';
import { InvitationsService } from '../invitations.service.ts';

@Controller()
@SignedIn()
@AlsoFor('ended-member')
export class WaitingInvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  /** `GET /invitations/waiting`: the live invitations of the visitor's email address to other teams and to events. */
  @Route(endpoints.waitingInvitations, waitingInvitationsReply)
  async list(@CurrentSession() session: Session) {
    return { invitations: await this.invitations.listWaiting(session) };
  }

  /** `POST /invitations/{id}/open`: the path of the page to answer an invitation. 404 if not live or another user's. */
  @Route(endpoints.openInvitation, openInvitationReply)
  async open(@Param('id') id: string, @CurrentSession() session: Session) {
    return { path: await this.invitations.openWaiting(session, id) };
  }
}
