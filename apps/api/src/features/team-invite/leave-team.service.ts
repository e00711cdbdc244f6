import { Inject, Injectable } from '@nestjs/common';
import type { LeaveTeamReply } from '@foyer/contracts/team';
import { PrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { moveToOwnTeam, refusePaymentOf, removeIfEmpty } from '../../accounts/leave-team.ts';
import { lockTeam } from '../../accounts/lock-team.ts';
import { lockUsers } from '../../accounts/lock-users.ts';
import { MemberChangesService } from '../../accounts/member-changes.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { noteOf } from '../../session/note-of.ts';
import { SessionService, toBeginning, type Session } from '../../session/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

export type LeftTeam = { reply: LeaveTeamReply; sessionToken: string };

@Injectable()
export class LeaveTeamService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly changes: MemberChangesService,
    private readonly mails: MailQueue,
  ) {}

  /**
   * Moves a member out into a Free team of their own. Every session and grant ends in the same transaction
   * (invariant 9 of docs/security.md); the browser that asked gets a new session, which ends when the old one would
   * have. Throws `LastOwner`, `PaymentUnderWay`, and `SignInRequired` to who has left by another call.
   */
  async leave(session: Session, request: RequestContext): Promise<LeftTeam> {
    const { id: sessionId, userId, teamId, user } = session;
    const run = () =>
      this.prisma.$transaction(async (transaction): Promise<LeftTeam> => {
        // The lock keeps a hand-over from making them the owner of the team that they leave.
        await lockUsers(transaction, userId);
        await lockTeam(transaction, teamId);
        const current = await transaction.session.findFirst({
          where: { id: sessionId, userId, user: { teamId } },
          select: {
            expiresAt: true,
            beganBy: true,
            provedAt: true,
            hasSecondFactor: true,
            user: {
              select: { id: true, firstName: true, lastName: true, ownedTeam: { select: { id: true } } },
            },
          },
        });
        if (!current) throw new Problem('SignInRequired');
        const { user: member, expiresAt, beganBy, provedAt, hasSecondFactor } = current;
        if (member.ownedTeam) throw new Problem('LastOwner');
        await refusePaymentOf(transaction, userId, teamId);
        const onWordOf = await noteOf(transaction, session);
        await this.mails.enqueueMail(transaction, {
          kind: 'left-team',
          to: user.email,
          content: { firstName: member.firstName, teamName: user.team.name },
        });
        const { name } = await moveToOwnTeam(transaction, member, teamId);
        await this.changes.note(transaction, teamId, userId, 'left');
        await removeIfEmpty(transaction, teamId);
        await this.sessions.endAll(transaction, userId);
        const entry = { action: 'team.leave', outcome: 'ok', userId, email: user.email } as const;
        await this.audit.record(entry, request, transaction);
        const sessionToken = await this.sessions.start(transaction, userId, request, {
          beganBy: toBeginning(beganBy),
          hasSecondFactor,
          provedAt,
          endsAt: expiresAt,
          onWordOf,
        });
        return { reply: { team: { name } }, sessionToken };
      });
    return retryConflicts(run);
  }
}
