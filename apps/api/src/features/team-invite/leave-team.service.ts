import { Inject, Injectable } from '@nestjs/common';
import type { LeaveTeamReply } from '@foyer/contracts/team';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { lockTeam, moveToOwnTeam, refusePaymentOf, removeIfEmpty } from '../../accounts/leave-team.ts';
import { lockUsers } from '../../accounts/lock-users.ts';
import { MemberChangesService } from '../../accounts/member-changes.service.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { SessionService, type Session } from '../../session/session.service.ts';

export type LeftTeam = { reply: LeaveTeamReply; sessionToken: string };

@Injectable()
export class LeaveTeamService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly sessions: SessionService,
    private readonly audit: AuditService,
    private readonly changes: MemberChangesService,
  ) {}

  /**
   * Moves a member out into a Free team of their own. Every session and grant ends in the same transaction
   * (invariant 9 of docs/security.md); the browser that asked gets a new session, which ends when the old one would
   * have. Throws `LastOwner`, `PaymentUnderWay`, and `SignInRequired` to who has left by another call.
   */
  async leave(session: Session, request: Request): Promise<LeftTeam> {
    const { id: sessionId, userId, teamId, user } = session;
    const run = () =>
      this.prisma.$transaction(async (transaction): Promise<LeftTeam> => {
        // Nobody makes them the owner of the team that they are leaving.
        await lockUsers(transaction, userId);
        await lockTeam(transaction, teamId);
        const [member] = await transaction.$queryRaw<Member[]>`
        SELECT u.id, u.first_name AS "firstName", u.last_name AS "lastName", s.expires_at AS "sessionEnd",
               EXISTS (SELECT FROM teams t WHERE t.owner_id = u.id) AS "isOwner"
          FROM users u JOIN sessions s ON s.user_id = u.id
         WHERE s.id = ${sessionId}::uuid AND u.id = ${userId}::uuid AND u.team_id = ${teamId}::uuid`;
        if (!member) throw new Problem('SignInRequired');
        if (member.isOwner) throw new Problem('LastOwner');
        await refusePaymentOf(transaction, userId, teamId);
        const { name } = await moveToOwnTeam(transaction, member, teamId);
        await this.changes.note(transaction, teamId, userId, 'left');
        await removeIfEmpty(transaction, teamId);
        await this.sessions.endAll(transaction, userId);
        const entry = { action: 'team.leave', outcome: 'ok', userId, email: user.email } as const;
        await this.audit.record(entry, request, transaction);
        const sessionToken = await this.sessions.start(transaction, userId, request, member.sessionEnd);
        return { reply: { team: { name } }, sessionToken };
      });
    return retryConflicts(run);
  }
}

type Member = { id: string; firstName: string; lastName: string; sessionEnd: Date; isOwner: boolean };
