import { Inject, Injectable } from '@nestjs/common';
import { isEmail, normalizeEmail } from '@foyer/contracts/email';
import type { InviteOutcome } from '@foyer/contracts/teams/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { InvitationMailsService, ownerOf } from '../../invitations/invitation-mails.service.ts';
import { revokeTeamInvitation, writeTeamInvitation } from '../../invitations/invitations.queries.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { requireOwner } from '../../identity/require-owner.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { isSeatLimitError, retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

export type InviteResult = { email: string; outcome: InviteOutcome; link?: string };

/** Inviting to a team, by its owner. Each invitation holds a seat; the database counts. */
@Injectable()
export class TeamInvitationsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly invitations: InvitationsService,
    private readonly mails: InvitationMailsService,
    private readonly audit: AuditService,
  ) {}

  /**
   * Returns an outcome for each address, in the order given. The owner's budget is charged for all addresses first, so that a
   * list is sent or refused as a whole, and refunded for those that get no mail. Throws `InvitationLimitReached`.
   */
  async invite(session: Session, addresses: string[], request: RequestContext): Promise<InviteResult[]> {
    await requireOwner(this.prisma, session);
    const emails = addresses.map((address) => normalizeEmail(address));
    const wanted = [...new Set(emails.filter((email) => isEmail(email)))];
    const results = await this.#inviteAll(session, wanted, request);
    return addresses.map((address, position) => {
      const email = emails[position] ?? '';
      return results.get(email) ?? { email: address, outcome: 'invalid' };
    });
  }

  /** Another mail about an invitation that is open, or has run out. Its shared code stays. */
  async resend(session: Session, id: string, request: RequestContext): Promise<void> {
    await requireOwner(this.prisma, session);
    const invitation = await this.prisma.teamInvitation.findFirst({
      where: { id: requireUuid(id), teamId: session.teamId, acceptedAt: null, revokedAt: null },
      select: { email: true },
    });
    if (!invitation) throw new Problem('NotFound');
    const results = await this.#inviteAll(session, [invitation.email], request);
    if (results.get(invitation.email)?.outcome === 'noSeat') throw new Problem('SeatLimitReached');
  }

  async revoke(session: Session, id: string, request: RequestContext): Promise<void> {
    await requireOwner(this.prisma, session);
    if (!(await revokeTeamInvitation(this.prisma, session.teamId, requireUuid(id))))
      throw new Problem('NotFound');
    const { userId, user } = session;
    await this.audit.record({ action: 'team.revoke', outcome: 'ok', userId, email: user.email }, request);
  }

  async #inviteAll(
    session: Session,
    emails: string[],
    request: RequestContext,
  ): Promise<Map<string, InviteResult>> {
    const sender = ownerOf(session.userId, session.teamId);
    try {
      await this.mails.spend(sender, emails.length);
    } catch (error) {
      if (error instanceof Problem) await this.#record(session, error.code, request);
      throw error;
    }
    const results = new Map<string, InviteResult>();
    try {
      for (const email of emails) results.set(email, await this.#inviteOne(session, email, request));
    } finally {
      const sent = [...results.values()].filter(({ link }) => link !== undefined).length;
      await this.mails.giveBack(sender, emails.length - sent);
    }
    return results;
  }

  async #inviteOne(session: Session, email: string, request: RequestContext): Promise<InviteResult> {
    try {
      return await retryConflicts(() =>
        this.prisma.$transaction(async (transaction): Promise<InviteResult> => {
          const team = await requireOwner(transaction, session);
          const invitee = await transaction.user.findUnique({ where: { email }, select: { teamId: true } });
          if (invitee?.teamId === team.id) return { email, outcome: 'member' };
          const due = await this.mails.ask(transaction, email);
          const { id, isNew } = await writeTeamInvitation(transaction, {
            ...{ teamId: session.teamId, inviterId: session.userId },
            ...{ email, language: request.language },
          });
          const shared = await this.invitations.shareCode(transaction, 'team', id);
          await this.#record(session, 'ok', request, transaction);
          const outcome = due === 'later' ? due : isNew ? 'invited' : 'renewed';
          // The same for everybody: a link for members of other teams would tell that there is an account.
          return { email, outcome, link: this.invitations.teamLink(shared) };
        }),
      );
    } catch (error) {
      if (isSeatLimitError(error)) return { email, outcome: 'noSeat' };
      throw error;
    }
  }

  async #record(
    { userId, user }: Session,
    outcome: string,
    request: RequestContext,
    transaction?: Transaction,
  ): Promise<void> {
    await this.audit.record(
      { action: 'team.invite', outcome, userId, email: user.email },
      request,
      transaction,
    );
  }
}
