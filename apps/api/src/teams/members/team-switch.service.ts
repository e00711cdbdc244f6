import { Inject, Injectable } from '@nestjs/common';
import { decodeInvitationCode, type TeamSwitchReply } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { CompanyIdentities } from '../../identity/company-identities.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { requireOwner } from '../../identity/access.ts';
import { requireStepUp } from '../../identity/step-up.ts';
import { moveToTeam } from '../../identity/users.queries.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { lockTeam } from '../teams.queries.ts';
import { TeamBilling } from '../team-billing.ts';
import { InvitationsService } from '../../invitations/invitations.service.ts';
import { moveToOwnTeam, releaseTeam, removeIfEmpty, requireNoOpenAttempt } from '../leave-team.ts';
import { OwnerNoticeService } from '../owner-notice.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { LeaveTeamService } from './leave-team.service.ts';
import { lockMember } from './team.queries.ts';

@Injectable()
export class TeamSwitchService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly invitations: InvitationsService,
    private readonly leaving: LeaveTeamService,
    private readonly teamBilling: TeamBilling,
    private readonly owners: OwnerNoticeService,
    private readonly companyIdentities: CompanyIdentities,
  ) {}

  /**
   * Ends every session and grant in the same transaction (invariant 9 of docs/security.md). Links a company sign-in
   * that is pending in this browser.
   */
  async switch(session: Session, invitationCode: string, request: RequestContext): Promise<TeamSwitchReply> {
    const secretId = decodeInvitationCode(invitationCode);
    if (secretId === undefined) throw new Problem('InvitationUnknown');
    const invitation = await this.invitations.findTeamInvitation(secretId);
    const { userId } = session;
    const { email } = session.user;
    if (invitation.email !== email) throw new Problem('WrongAccount');
    if (invitation.teamId !== session.teamId) {
      await requireStepUp(this.prisma, session, 'leaving');
      await this.teamBilling.endOpenAttempt(userId, session.teamId);
    }
    await retryConflicts(() =>
      this.prisma.$transaction(async (transaction) => {
        const user = await lockMember(transaction, userId);
        if (!user || user.deletionRequestedAt) throw new Problem('SignInRequired');
        await this.invitations.accept(transaction, 'team', invitation.id);
        let hadCompany = false;
        if (user.teamId !== invitation.teamId) {
          await releaseTeam(transaction, userId, user.teamId);
          hadCompany = await this.companyIdentities.unlink(transaction, userId, user.teamId);
          await moveToTeam(transaction, userId, invitation.teamId);
          await this.companyIdentities.linkBySwitch(transaction, userId, invitation.teamId, request);
          await this.owners.recordChange(transaction, user.teamId, userId, 'left');
          await this.owners.recordChange(transaction, invitation.teamId, userId, 'joined');
          await removeIfEmpty(transaction, user.teamId);
        }
        const content = { firstName: user.firstName, teamName: invitation.teamName, hadCompany };
        const mail = { kind: 'switched-team', to: email, content } as const;
        await this.leaving.signOut(
          transaction,
          userId,
          mail,
          { action: 'team.switch', by: session },
          request,
        );
      }),
    );
    this.companyIdentities.forget(request);
    return { team: { name: invitation.teamName }, redirectURL: pages.login };
  }

  /**
   * Throws `NotFound`, `LastOwner` for the owner, `PaymentUnderWay` if the member owned the team before and may still
   * be charged, and the problems of `requireOwner` and `requireStepUp`.
   */
  async remove(session: Session, memberId: string, request: RequestContext): Promise<void> {
    const id = requireUuid(memberId);
    await requireOwner(this.prisma, session);
    await requireStepUp(this.prisma, session, 'daily-work');
    if (id !== session.userId) await this.teamBilling.endOpenAttempt(id, session.teamId);
    const run = async (transaction: Transaction): Promise<void> => {
      // Meanwhile, the owner may have transferred the team to the member.
      await lockUsers(transaction, session.userId, id);
      await lockTeam(transaction, session.teamId);
      const team = await requireOwner(transaction, session);
      if (id === session.userId) throw new Problem('LastOwner');
      const member = await transaction.user.findFirst({
        where: { id, teamId: team.id },
        select: { id: true, firstName: true, lastName: true, email: true },
      });
      if (!member) throw new Problem('NotFound');
      await requireNoOpenAttempt(transaction, id, team.id);
      await moveToOwnTeam(transaction, member);
      const hadCompany = await this.companyIdentities.unlink(transaction, id, team.id);
      const content = { firstName: member.firstName, teamName: team.name, hadCompany };
      const mail = { kind: 'removed', to: member.email, content } as const;
      const by = { action: 'team.remove-member', by: session } as const;
      await this.leaving.signOut(transaction, id, mail, by, request);
    };
    await retryConflicts(() => this.prisma.$transaction(run));
  }
}
