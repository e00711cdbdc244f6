import { Inject, Injectable } from '@nestjs/common';
import type { LeaveTeamReply } from '@foyer/contracts/teams/team';
import { PrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { requireStepUp } from '../../identity/step-up.ts';
import { moveToOwnTeam, refusePaymentOf, removeIfEmpty } from '../leave-team.ts';
import { lockTeam } from '../lock-team.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { MemberChangesService } from '../member-changes.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { SessionService, toBeginning, type Session } from '../../identity/session.service.ts';
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
   * have, and has the proof of it, which is of the account's own: the company's word opens nothing from here on. Throws
   * `LastOwner`, `OwnLoginMissing`, `ProofNeeded`, `PaymentUnderWay`, and `SignInRequired` to who has left by another call.
   */
  async leave(session: Session, request: RequestContext): Promise<LeftTeam> {
    const { id: sessionId, userId, teamId, user } = session;
    if (session.isOwner) throw new Problem('LastOwner');
    await requireStepUp(this.prisma, session, 'leaving');
    const run = () =>
      this.prisma.$transaction(async (transaction): Promise<LeftTeam> => {
        // The lock keeps a hand-over from making them the owner of the team that they leave.
        await lockUsers(transaction, userId);
        await lockTeam(transaction, teamId);
        const current = await transaction.session.findFirst({
          where: { id: sessionId, userId, user: { teamId }, stepUpAt: { not: null }, stepUpOnWordOf: null },
          select: {
            expiresAt: true,
            beganBy: true,
            provedAt: true,
            strongSince: true,
            stepUpAt: true,
            onWordOf: true,
            hasSecondFactor: true,
            user: {
              select: { id: true, firstName: true, lastName: true, ownedTeam: { select: { id: true } } },
            },
          },
        });
        if (!current?.stepUpAt) throw new Problem('SignInRequired');
        const { user: member, expiresAt, beganBy, provedAt, strongSince, stepUpAt, onWordOf } = current;
        const isCompanys = onWordOf !== null;
        if (member.ownedTeam) throw new Problem('LastOwner');
        await refusePaymentOf(transaction, userId, teamId);
        const { name, hadCompany } = await moveToOwnTeam(transaction, member, teamId);
        await this.changes.note(transaction, teamId, userId, 'left');
        await removeIfEmpty(transaction, teamId);
        await this.sessions.endAll(transaction, userId);
        await this.mails.enqueueMail(transaction, {
          kind: 'left-team',
          to: user.email,
          content: { firstName: member.firstName, teamName: user.team.name, hadCompany },
        });
        const entry = { action: 'team.leave', outcome: 'ok', userId, email: user.email } as const;
        await this.audit.record(entry, request, transaction);
        const sessionToken = await this.sessions.start(transaction, userId, request, {
          beganBy: isCompanys ? null : toBeginning(beganBy),
          // The company's was one, too.
          hasSecondFactor: isCompanys ? strongSince !== null : current.hasSecondFactor,
          provedAt,
          strongSince,
          stepUp: { at: stepUpAt, onWordOf: null },
          endsAt: expiresAt,
        });
        return { reply: { team: { name } }, sessionToken };
      });
    return retryConflicts(run);
  }
}
