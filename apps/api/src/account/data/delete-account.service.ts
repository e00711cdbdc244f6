import { Inject, Injectable } from '@nestjs/common';
import { eraseDayOf, type DeletionReply } from '@foyer/contracts/account/own-data';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { requireStepUp } from '../../identity/step-up.ts';
import { requireLeavable } from '../../teams/leave-team.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { endOtherSessions, startLeaving, stopLeaving } from '../../identity/users.queries.ts';
import { endOffersOf } from '../../teams/teams.queries.ts';
import { revokeTeamInvitations } from '../../invitations/invitations.queries.ts';
import { OpenPayments } from '../../teams/open-payments.ts';
import { requireNoFactorYet } from '../../identity/access.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import { endAllSessions, type Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';

/**
 * The end of one's own account: asked for, and within `LEAVING_DAYS` taken back by logging in. `EraseAccountsService`
 * does it afterwards (docs/flows/account/leaving.md).
 */
@Injectable()
export class DeleteAccountService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly payments: OpenPayments,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * Ends the visitor's plan at the card provider, and then every session and grant. Of concurrent calls one succeeds.
   * Throws `LastOwner` while the visitor's team has other members, `PaymentUnderWay`, `PaymentUnavailable` when the plan
   * cannot be ended now, `SignInRequired` to the calls that lost, `SecondFactorMissing` to who has one and has not given it,
   * and what `requireStepUp` does; then the account is as it was.
   */
  async ask(session: Session, request: RequestContext): Promise<DeletionReply> {
    await requireNoFactorYet(this.prisma, session);
    await requireStepUp(this.prisma, session, 'account');
    const { userId, teamId } = session;
    // Whoever cannot leave is told before a plan is ended for it.
    if (await this.#ownsAlone(session)) {
      await this.payments.endBeforeLeaving(userId, teamId);
      await this.payments.endPlan(teamId);
    }
    const leavingAt = await retryConflicts(() =>
      this.prisma.$transaction((transaction) => this.#leave(transaction, session, request)),
    );
    return { erasedOn: eraseDayOf(leavingAt).toISOString() };
  }

  /** Takes the deletion back. Throws `SignInRequired` once the account is erased. */
  async keep(session: Session, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    await this.prisma.$transaction(async (transaction) => {
      const kept = await stopLeaving(transaction, userId);
      if (!kept) return this.#requireAccount(transaction, userId);
      // Others that have logged in meanwhile were asked the same, and did not say so.
      await endOtherSessions(transaction, session);
      const { email, firstName } = kept;
      await this.mails.enqueueMail(transaction, { kind: 'account-kept', to: email, content: { firstName } });
      await this.audit.record(
        { action: 'account.keep', outcome: 'ok', userId, email: user.email },
        request,
        transaction,
      );
    });
  }

  /** Somebody else's browser was faster, or the account is gone. */
  async #requireAccount(transaction: Transaction, userId: string): Promise<void> {
    if ((await transaction.user.count({ where: { id: userId } })) === 0) throw new Problem('SignInRequired');
  }

  async #ownsAlone({ teamId, userId }: Session): Promise<boolean> {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { ownerId: true, _count: { select: { members: true } } },
    });
    if (team.ownerId !== userId) return false;
    if (team._count.members > 1) throw new Problem('LastOwner');
    return true;
  }

  /**
   * The one place that has an account leave: with its sessions and grants, offers of its team or to it, and, of an owner, open
   * invitations end.
   */
  async #leave(transaction: Transaction, session: Session, request: RequestContext): Promise<Date> {
    const { id, userId, teamId, user } = session;
    await lockUsers(transaction, userId);
    await requireNoFactorYet(transaction, session);
    const current = await transaction.session.findFirst({
      where: { id, userId, user: { teamId, leavingAt: null } },
      select: { user: { select: { firstName: true } } },
    });
    if (!current) throw new Problem('SignInRequired');
    const isOwner = await requireLeavable(transaction, userId, teamId);
    const leavingAt = await startLeaving(transaction, userId);
    await endAllSessions(transaction, userId);
    await endOffersOf(transaction, userId);
    // Nobody joins a team whose owner is about to go. The seat gate refuses new invitations meanwhile.
    if (isOwner) await revokeTeamInvitations(transaction, teamId);
    const erasedOn = eraseDayOf(leavingAt).toISOString();
    await this.mails.enqueueMail(transaction, {
      kind: 'account-leaving',
      to: user.email,
      content: { firstName: current.user.firstName, erasedOn },
    });
    await this.audit.record(
      { action: 'account.delete', outcome: 'ok', userId, email: user.email },
      request,
      transaction,
    );
    return leavingAt;
  }
}
