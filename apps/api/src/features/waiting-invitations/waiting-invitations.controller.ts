import { Controller, Get, HttpCode, Param, Post, SerializeOptions } from '@nestjs/common';
import { endpoints } from '@foyer/contracts/endpoints';
import {
  openInvitationReply,
  waitingInvitationsReply,
  type OpenInvitationReply,
  type WaitingInvitationsReply,
} from '@foyer/contracts/waiting-invitations';
import type { Session } from '../../session/session.service.ts';
import { AlsoFor, CurrentSession, SignedIn } from '../../http/signed-in.ts';
import { WaitingInvitationsService } from './waiting-invitations.service.ts';

@Controller()
@SignedIn()
@AlsoFor('ended-member')
export class WaitingInvitationsController {
  constructor(private readonly waiting: WaitingInvitationsService) {}

  /** `GET /invitations/waiting`: what waits for the visitor's own address. */
  @Get(endpoints.waitingInvitations.path)
  @SerializeOptions({ schema: waitingInvitationsReply })
  async list(@CurrentSession() session: Session): Promise<WaitingInvitationsReply> {
    return { invitations: await this.waiting.list(session) };
  }

  /** `POST /invitations/{id}/open`: 404 for one that is not the visitor's or no longer live. */
  @Post(endpoints.openInvitation.path)
  @HttpCode(200)
  @SerializeOptions({ schema: openInvitationReply })
  async open(@Param('id') id: string, @CurrentSession() session: Session): Promise<OpenInvitationReply> {
    return { path: await this.waiting.open(session, id) };
  }
}
