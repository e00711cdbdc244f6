import { Controller, Param } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  openInvitationReply,
  waitingInvitationsReply,
} from '@foyer/contracts/invitations/waiting-invitations';
import type { Session } from '../../identity/session.service.ts';
import { AllowRestricted, CurrentSession, SignedIn } from '../../identity/signed-in.ts';
import { Route } from '../../http/route.ts';
import { InvitationsService } from '../invitations.service.ts';

@Controller()
@SignedIn()
@AllowRestricted('ended-member')
export class WaitingInvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Route(endpoints.waitingInvitations, waitingInvitationsReply)
  async list(@CurrentSession() session: Session) {
    return { invitations: await this.invitations.listWaiting(session) };
  }

  /** `POST /invitations/{id}/open`: 404 if the invitation is not live or is another user's. */
  @Route(endpoints.openInvitation, openInvitationReply)
  async open(@Param('id') id: string, @CurrentSession() session: Session) {
    return { path: await this.invitations.openWaiting(session, id) };
  }
}
