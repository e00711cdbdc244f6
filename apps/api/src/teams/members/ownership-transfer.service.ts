import { fullName } from '@foyer/catalog/person-name';
import { namesOf } from '@foyer/contracts/identity/login';
import { Inject, Injectable } from '@nestjs/common';
import type { OfferTeamBody, TeamReply } from '@foyer/contracts/teams/team';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { NextCharge } from '@foyer/contracts/billing/billing';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { TeamBilling } from '../team-billing.ts';
import { requireStepUp } from '../../identity/step-up.ts';
import { requireNoOpenAttempt } from '../leave-team.ts';
import { lockTeam } from '../teams.queries.ts';
import { lockUsers } from '../../identity/addresses.queries.ts';
import { OwnerNoticeService } from '../owner-notice.service.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { requireOwner } from '../../identity/access.ts';
import { requireUuid } from '../../request/require-uuid.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import {
  deleteAcceptedOffer,
  deleteOffer,
  findOffer,
  findOfferer,
  writeOffer,
} from './ownership-transfer.queries.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

type Offer = NonNullable<TeamReply['offer']>;

/**
 * Transfers a team in two steps, each after a step-up (decision 46). The owner offers the team to a member, and the
 * member accepts, so that no user starts to pay for a team without their consent.
 */
@Injectable()
export class OwnershipTransferService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly notices: NoticesService,
    private readonly mails: MailQueue,
    private readonly owners: OwnerNoticeService,
    private readonly audit: AuditService,
    private readonly teamBilling: TeamBilling,
  ) {}

  async find({ teamId, userId }: Pick<Session, 'teamId' | 'userId'>): Promise<Offer | undefined> {
    const found = await findOffer(this.prisma, { teamId, userId });
    if (!found) return undefined;
    const { plan, subscription } = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { plan: true, subscription: true },
    });
    const { priceCents, currency } = subscription ?? {};
    return {
      memberId: found.memberId,
      memberName: fullName(found),
      ownerName: fullName({ firstName: found.ownerFirstName, lastName: found.ownerLastName }),
      isToYou: found.memberId === userId,
      expiresAt: found.expiresAt.toISOString(),
      plan: {
        name: plan,
        status: subscription?.status ?? 'none',
        until: paidUntil(subscription),
        ...(typeof priceCents === 'number' && currency && { price: { cents: priceCents, currency } }),
        isCancelScheduled: subscription?.isCancelScheduled ?? false,
      },
    };
  }

  async offer(session: Session, { member }: OfferTeamBody, request: RequestContext): Promise<void> {
    const memberId = requireUuid(member);
    const { teamId, userId, user } = session;
    await requireOwner(this.prisma, session);
    if (memberId === userId) throw new Problem('NotFound');
    await requireStepUp(this.prisma, session, 'account');
    await this.#change(async (transaction) => {
      await lockUsers(transaction, userId, memberId);
      const team = await requireOwner(transaction, session);
      const to = await transaction.user.findFirst({
        where: { id: memberId, teamId, deactivatedAt: null, deletionRequestedAt: null },
        select: { email: true, firstName: true },
      });
      if (!to) throw new Problem('NotFound');
      const expiresAt = await writeOffer(transaction, { teamId, ownerId: userId, memberId });
      if (!expiresAt) throw new Problem('OfferStands');
      await this.notices.notify(transaction, {
        kind: 'owner-offered',
        to: to.email,
        content: {
          firstName: to.firstName,
          teamName: team.name,
          ownerName: fullName(namesOf(user)),
          // A date without time, so that a repeated offer on the same day has the same mail and causes no second one.
          expiresOn: expiresAt.toISOString().slice(0, DAY_LENGTH),
        },
      });
      await this.audit.recordBy(session, 'team.offer', request, transaction, { memberId });
    });
  }

  /** Withdraws the offer if the owner calls, and declines it if the member calls. Throws `OfferEnded`. */
  async end(session: Session, request: RequestContext): Promise<void> {
    const { teamId, userId } = session;
    await this.#change(async (transaction) => {
      const offeredBy = await deleteOffer(transaction, session);
      if (offeredBy === undefined) throw new Problem('OfferEnded');
      const isWithdrawn = offeredBy === userId;
      if (!isWithdrawn) await this.owners.recordChange(transaction, teamId, userId, 'declined');
      const action = isWithdrawn ? 'team.offer-withdraw' : 'team.offer-decline';
      await this.audit.recordBy(session, action, request, transaction);
    });
  }

  /**
   * If another call ends the offer at the same time, only one of the two calls succeeds. Throws `OfferEnded`,
   * `PaymentUnderWay`, and the problems of `requireStepUp`.
   */
  async accept(session: Session, request: RequestContext): Promise<void> {
    const { teamId, userId } = session;
    const ownerId = await findOfferer(this.prisma, session);
    if (ownerId === undefined) throw new Problem('OfferEnded');
    await requireStepUp(this.prisma, session, 'account');
    await this.teamBilling.endOpenAttempt(ownerId, teamId);
    await this.#change(async (transaction) => {
      await lockUsers(transaction, ownerId, userId);
      await lockTeam(transaction, teamId);
      await requireNoOpenAttempt(transaction, ownerId, teamId);
      // Checks the offer again under the locks, because a concurrent change may have ended it.
      if (!(await deleteAcceptedOffer(transaction, session, ownerId))) throw new Problem('OfferEnded');
      await transaction.team.update({
        where: { id: teamId, ownerId },
        data: { ownerId: userId },
        select: { id: true },
      });
      await this.teamBilling.removeCardOf(transaction, teamId, ownerId);
      await this.#notifyBoth(transaction, teamId, ownerId, userId);
      await this.audit.recordBy(session, 'team.hand-over', request, transaction, { from: ownerId });
    });
  }

  async #notifyBoth(
    transaction: Transaction,
    teamId: string,
    formerId: string,
    newId: string,
  ): Promise<void> {
    const team = await transaction.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { name: true, subscription: true },
    });
    const people = await transaction.user.findMany({
      where: { id: { in: [formerId, newId] } },
      select: { id: true, email: true, firstName: true, lastName: true },
    });
    const { status, isCancelScheduled } = team.subscription ?? {};
    const { isRunning, isRetried } = subscriptionStateOf(status);
    // After a failed payment, the next charge is a retry, before the end of the period.
    const nextChargeOn = isRetried ? '' : paidUntil(team.subscription);
    const isCharged = isRunning && (isCancelScheduled === false || nextChargeOn === '');
    for (const { id, email, firstName } of people) {
      const other = people.find((one) => one.id !== id);
      await this.mails.enqueueMail(transaction, {
        kind: 'handed-over',
        to: email,
        content: {
          firstName,
          teamName: team.name,
          otherName: other ? fullName(other) : '',
          isOwner: id === newId,
          ...(isCharged && { nextChargeOn }),
        },
      });
    }
  }

  async #change(change: (transaction: Transaction) => Promise<void>): Promise<void> {
    await retryConflicts(() => this.prisma.$transaction(change));
  }
}

type PlanCopy = { nextChargeKind: string | null; endsAt: Date | null; currentPeriodEnd: Date | null };

/**
 * Returns when the paid time or the plan of a team ends. Returns an empty string without a plan, or if the current
 * month is not charged yet.
 */
function paidUntil(plan: PlanCopy | null): string {
  const begun: NextCharge['kind'] = 'begun';
  if (!plan || plan.nextChargeKind === begun) return '';
  return (plan.endsAt ?? plan.currentPeriodEnd)?.toISOString() ?? '';
}
