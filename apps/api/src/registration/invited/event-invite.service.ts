import { Inject, Injectable } from '@nestjs/common';
import type { AcceptEventReply, InviteToEventBody } from '@foyer/contracts/registration/event-invite';
import { decodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { InvitationMailsService, type SenderBudgets } from '../../invitations/invitation-mails.service.ts';
import { writeEventInvitation } from '../../invitations/invitations.queries.ts';
import { addCollaborator } from '../new-accounts.service.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { API_ENV, type ApiEnv } from '../../config/env.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

export type EventInviter = { name: string; email: string; userId?: string };

const EVENT_ID = /^[\w.-]{1,100}$/;

/** Guests never take a seat of the inviting team (invariant 5 of docs/security.md). */
@Injectable()
export class EventInviteService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    @Inject(API_ENV) private readonly env: ApiEnv,
    private readonly invitations: InvitationsService,
    private readonly mails: InvitationMailsService,
    private readonly audit: AuditService,
  ) {}

  async invite(
    eventId: string,
    body: InviteToEventBody,
    inviter: EventInviter,
    sender: SenderBudgets,
    request: RequestContext,
  ): Promise<string> {
    if (!EVENT_ID.test(eventId)) throw new Problem('NotFound');
    try {
      await this.mails.spend(sender, 1);
    } catch (error) {
      if (error instanceof Problem) await this.#record(inviter, error.code, request);
      throw error;
    }
    return this.prisma.$transaction(async (transaction) => {
      await this.mails.requestMail(transaction, body.email);
      const { id } = await writeEventInvitation(transaction, {
        eventId,
        eventName: body.event_name,
        email: body.email,
        inviterName: inviter.name,
        inviterEmail: inviter.email,
        language: request.language,
      });
      const shared = await this.invitations.ensureSharedCode(transaction, 'event', id);
      await this.#record(inviter, 'ok', request, transaction);
      return this.invitations.eventLink(shared, body.event_name);
    });
  }

  async accept(session: Session, invitationCode: string, request: RequestContext): Promise<AcceptEventReply> {
    const secretId = decodeInvitationCode(invitationCode);
    if (secretId === undefined) throw new Problem('InvitationUnknown');
    const invitation = await this.invitations.findEventInvitation(secretId);
    const { userId, user } = session;
    if (invitation.email !== user.email) throw new Problem('WrongAccount');
    await this.prisma.$transaction(async (transaction) => {
      await this.invitations.accept(transaction, 'event', invitation.id);
      await addCollaborator(transaction, invitation, userId);
      await this.audit.recordBy(session, 'event.join', request, transaction);
    });
    return { message: 'You are a collaborator now', redirectURL: this.env.HOME_URL };
  }

  async #record(
    { userId, email }: EventInviter,
    outcome: string,
    request: RequestContext,
    transaction?: Transaction,
  ): Promise<void> {
    await this.audit.record({ action: 'event.invite', outcome, userId, email }, request, transaction);
  }
}
