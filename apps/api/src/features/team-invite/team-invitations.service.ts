import { Inject, Injectable } from '@nestjs/common';
import { isEmail, normalizeEmail } from '@foyer/contracts/email';
import { INVITATION_LIFE_DAYS } from '@foyer/contracts/invitation';
import type { InviteOutcome } from '@foyer/contracts/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Request } from 'express';
import { InvitationCodes } from '../../accounts/invitation-codes.service.ts';
import { requireOwner, requireUuid } from '../../accounts/require-owner.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { isSeatRefusal, retryConflicts } from '../../database/conflicts.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Session } from '../../session/session.service.ts';

export type InviteResult = { email: string; outcome: InviteOutcome; link?: string };

/** Inviting to a team, by its owner. Each invitation holds a seat; the database counts. */
@Injectable()
export class TeamInvitationsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly codes: InvitationCodes,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /** One outcome for each address, in the order given; the same address twice is the same invitation. */
  async invite(session: Session, addresses: string[], request: Request): Promise<InviteResult[]> {
    await requireOwner(this.prisma, session);
    const results: InviteResult[] = [];
    for (const address of addresses) {
      const email = normalizeEmail(address);
      results.push(
        isEmail(email)
          ? await this.#inviteOne(session, email, request)
          : { email: address, outcome: 'invalid' },
      );
    }
    return results;
  }

  /** A new link for an invitation that is open, or has run out. */
  async resend(session: Session, id: string, request: Request): Promise<void> {
    await requireOwner(this.prisma, session);
    const invitation = await this.prisma.teamInvitation.findFirst({
      where: { id: requireUuid(id), teamId: session.teamId, acceptedAt: null, revokedAt: null },
      select: { email: true },
    });
    if (!invitation) throw new Refusal('NotFound');
    const { outcome } = await this.#inviteOne(session, invitation.email, request);
    if (outcome === 'noSeat') throw new Refusal('SeatLimitReached');
  }

  async revoke(session: Session, id: string, request: Request): Promise<void> {
    await requireOwner(this.prisma, session);
    const revoked = await this.prisma.$executeRaw`
      UPDATE team_invitations SET revoked_at = now()
       WHERE id = ${requireUuid(id)}::uuid AND team_id = ${session.teamId}::uuid
         AND accepted_at IS NULL AND revoked_at IS NULL`;
    if (revoked === 0) throw new Refusal('NotFound');
    const { userId, user } = session;
    await this.audit.record({ action: 'team.revoke', outcome: 'ok', userId, email: user.email }, request);
  }

  async #inviteOne(session: Session, email: string, request: Request): Promise<InviteResult> {
    try {
      return await retryConflicts(() =>
        this.prisma.$transaction(async (transaction): Promise<InviteResult> => {
          const team = await requireOwner(transaction, session);
          const invitee = await transaction.user.findUnique({ where: { email }, select: { teamId: true } });
          if (invitee?.teamId === team.id) return { email, outcome: 'member' };
          const { id, isNew } = await this.#write(transaction, session, email);
          const shared = await this.codes.share(transaction, 'team', id);
          await this.mails.enqueueMail(transaction, {
            kind: 'team-invitation',
            to: email,
            content: {
              inviterName: session.user.addressable_name,
              teamName: team.name,
              code: await this.codes.mintMailed(transaction, 'team', id),
              hasAccount: invitee !== null,
            },
          });
          const { userId, user } = session;
          await this.audit.record(
            { action: 'team.invite', outcome: 'ok', userId, email: user.email },
            request,
            transaction,
          );
          // The same for everybody: a link for members of other teams would tell that there is an account.
          return { email, outcome: isNew ? 'invited' : 'renewed', link: this.codes.teamLink(shared) };
        }),
      );
    } catch (error) {
      if (isSeatRefusal(error)) return { email, outcome: 'noSeat' };
      throw error;
    }
  }

  /** Writes a new invitation or gives the open one a new week. */
  async #write(
    transaction: Transaction,
    session: Session,
    email: string,
  ): Promise<{ id: string; isNew: boolean }> {
    const [row] = await transaction.$queryRaw<[{ id: string; isNew: boolean }]>`
      INSERT INTO team_invitations (team_id, email, inviter_id, expires_at)
      VALUES (${session.teamId}::uuid, ${email}, ${session.userId}::uuid,
              now() + make_interval(days => ${INVITATION_LIFE_DAYS}::int))
      ON CONFLICT (team_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL DO UPDATE SET
              inviter_id = excluded.inviter_id, expires_at = excluded.expires_at
      RETURNING id, (xmax = 0) AS "isNew"`;
    return row;
  }
}
