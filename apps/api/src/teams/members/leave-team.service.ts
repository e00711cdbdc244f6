import { Inject, Injectable } from '@nestjs/common';
import type { LeaveTeamReply } from '@foyer/contracts/teams/team';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail } from '@foyer/mail/mail-kinds';
import { AuditService, type AuditAction } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { CompanyIdentities } from '../../identity/company-identities.ts';
import { endAllSessions, startSession, toBeginning, type Session } from '../../identity/session.service.ts';
import { requireStepUp } from '../../identity/step-up.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { moveToOwnTeam, removeIfEmpty, requireNoOpenAttempt } from '../leave-team.ts';
import { lockTeam } from '../teams.queries.ts';
import { OwnerNoticeService } from '../owner-notice.service.ts';

type LeftTeam = { reply: LeaveTeamReply; sessionToken: string };

@Injectable()
export class LeaveTeamService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly owners: OwnerNoticeService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
    private readonly companyIdentities: CompanyIdentities,
  ) {}

  /**
   * Ends every session and grant in the same transaction (invariant 9 of docs/security.md). The requesting browser gets
   * a new session that keeps the old expiry and step-up. A company step-up alone is not enough, because company sign-in
   * gives no access from now on. Throws `LastOwner`, `PaymentUnderWay`, `SignInRequired`, and the problems of
   * `requireStepUp`.
   */
  async leave(session: Session, request: RequestContext): Promise<LeftTeam> {
    const { id: sessionId, userId, teamId, user } = session;
    if (session.isOwner) throw new Problem('LastOwner');
    await requireStepUp(this.prisma, session, 'leaving');
    const run = async (transaction: Transaction): Promise<LeftTeam> => {
      // Prevents a concurrent transfer that makes the user the owner of the team that they leave.
      await lockUsers(transaction, userId);
      await lockTeam(transaction, teamId);
      const current = await transaction.session.findFirst({
        where: { id: sessionId, userId, user: { teamId }, stepUpAt: { not: null }, stepUpDependsOnIdp: null },
        select: {
          expiresAt: true,
          beganBy: true,
          authenticatedAt: true,
          factorAddedAt: true,
          stepUpAt: true,
          dependsOnIdp: true,
          hasSecondFactor: true,
          user: {
            select: { id: true, firstName: true, lastName: true, ownedTeam: { select: { id: true } } },
          },
        },
      });
      if (!current?.stepUpAt) throw new Problem('SignInRequired');
      const {
        user: member,
        expiresAt,
        beganBy,
        authenticatedAt,
        factorAddedAt,
        stepUpAt,
        dependsOnIdp,
      } = current;
      const isByCompany = dependsOnIdp !== null;
      if (member.ownedTeam) throw new Problem('LastOwner');
      await requireNoOpenAttempt(transaction, userId, teamId);
      const name = await moveToOwnTeam(transaction, member);
      const hadCompany = await this.companyIdentities.unlink(transaction, userId, teamId);
      await this.owners.recordChange(transaction, teamId, userId, 'left');
      await removeIfEmpty(transaction, teamId);
      const content = { firstName: member.firstName, teamName: user.team.name, hadCompany };
      const mail = { kind: 'left-team', to: user.email, content } as const;
      await this.signOut(transaction, userId, mail, { action: 'team.leave', by: session }, request);
      const sessionToken = await startSession(transaction, userId, request, {
        beganBy: isByCompany ? null : toBeginning(beganBy),
        // A second factor that the company verified does not count for the user's own account.
        hasSecondFactor: isByCompany ? factorAddedAt !== null : current.hasSecondFactor,
        authenticatedAt,
        factorAddedAt,
        stepUp: { at: stepUpAt, dependsOnIdp: null },
        endsAt: expiresAt,
      });
      return { reply: { team: { name } }, sessionToken };
    };
    return retryConflicts(() => this.prisma.$transaction(run));
  }

  async signOut(
    transaction: Transaction,
    leaverId: string,
    mail: Mail,
    { action, by }: { action: AuditAction; by: Session },
    request: RequestContext,
  ): Promise<void> {
    await endAllSessions(transaction, leaverId);
    await this.mails.enqueueMail(transaction, mail);
    await this.audit.recordBy(by, action, request, transaction);
  }
}
