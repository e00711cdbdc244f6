import { Inject, Injectable } from '@nestjs/common';
import {
  OWNER_OFFER_DAYS,
  type AcceptTeamOfferBody,
  type OfferTeamBody,
  type TeamReply,
} from '@foyer/contracts/team';
import { stateOf } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { HAND_OVER_QUEUE } from '@foyer/mail/queues';
import type { Request } from 'express';
import { OpenPayments } from '../../accounts/open-payments.ts';
import { ConfirmPersonService } from '../../accounts/confirm-person.service.ts';
import { lockTeam, refusePaymentOf } from '../../accounts/leave-team.ts';
import { lockUsers } from '../../accounts/lock-users.ts';
import { MemberChangesService } from '../../accounts/member-changes.service.ts';
import { NoticesService } from '../../accounts/notices.service.ts';
import { requireOwner, requireUuid } from '../../accounts/require-owner.ts';
import { AuditService, type AuditAction } from '../../audit/audit.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../session/session.service.ts';

const DAY_LENGTH = 'YYYY-MM-DD'.length;

type Offer = NonNullable<TeamReply['offer']>;

/**
 * A team changes hands in two steps: its owner offers it to a member, and the member accepts it, each with their
 * password (decision 46). Nobody gets a team, and its bill, unasked.
 */
@Injectable()
export class HandOverService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly person: ConfirmPersonService,
    private readonly notices: NoticesService,
    private readonly mails: MailQueue,
    private readonly changes: MemberChangesService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
    private readonly payments: OpenPayments,
  ) {}

  /** The open offer of a team, for who made it and whom it was made to. */
  async find({ teamId, userId }: Session): Promise<Offer | undefined> {
    const [row] = await this.prisma.$queryRaw<(Omit<Offer, 'expiresAt'> & { expiresAt: Date })[]>`
      SELECT o.member_id AS "memberId", concat_ws(' ', m.first_name, m.last_name) AS "memberName",
             concat_ws(' ', w.first_name, w.last_name) AS "ownerName", o.expires_at AS "expiresAt",
             o.member_id = ${userId}::uuid AS "isToYou"
        FROM owner_offers o JOIN users m ON m.id = o.member_id JOIN users w ON w.id = o.owner_id
       WHERE o.team_id = ${teamId}::uuid AND o.expires_at > now() AND ${userId}::uuid IN (o.member_id, o.owner_id)`;
    if (!row) return undefined;
    const { plan, subscription } = await this.prisma.team.findUniqueOrThrow({
      where: { id: teamId },
      select: { plan: true, subscription: true },
    });
    return {
      ...row,
      expiresAt: row.expiresAt.toISOString(),
      plan: {
        name: plan,
        status: subscription?.status ?? 'none',
        until: subscription?.currentPeriodEnd?.toISOString() ?? '',
        isCancelScheduled: subscription?.isCancelScheduled ?? false,
      },
    };
  }

  /**
   * Offers the team to a member, who is told by mail. Throws `NotOwner`, `NotFound`, `OfferStands`, and what
   * `ConfirmPersonService` does.
   */
  async offer(session: Session, { member, password }: OfferTeamBody, request: Request): Promise<void> {
    const memberId = requireUuid(member);
    const { teamId, userId, user } = session;
    await requireOwner(this.prisma, session);
    if (memberId === userId) throw new Problem('NotFound');
    await this.person.confirm(session, password, request);
    await this.#change(async (transaction) => {
      await lockUsers(transaction, userId, memberId);
      const team = await requireOwner(transaction, session);
      const to = await transaction.user.findFirst({
        where: { id: memberId, teamId, deactivatedAt: null },
        select: { email: true, firstName: true },
      });
      if (!to) throw new Problem('NotFound');
      const [offer] = await transaction.$queryRaw<{ expiresAt: Date }[]>`
        INSERT INTO owner_offers (team_id, owner_id, member_id, expires_at)
        VALUES (${teamId}::uuid, ${userId}::uuid, ${memberId}::uuid,
                now() + make_interval(days => ${OWNER_OFFER_DAYS}::int))
        ON CONFLICT (team_id) DO UPDATE
           SET owner_id = excluded.owner_id, member_id = excluded.member_id, created_at = now(),
               expires_at = excluded.expires_at
         WHERE owner_offers.expires_at <= now()
        RETURNING expires_at AS "expiresAt"`;
      if (!offer) throw new Problem('OfferStands');
      await this.notices.notify(transaction, {
        kind: 'owner-offered',
        to: to.email,
        content: {
          firstName: to.firstName,
          teamName: team.name,
          ownerName: user.addressable_name,
          // A day, so that one that is withdrawn and made again within the wait is told of once.
          expiresOn: offer.expiresAt.toISOString().slice(0, DAY_LENGTH),
        },
      });
      await this.#record(transaction, session, 'team.offer', request, { memberId });
    });
  }

  /** Ends the open offer: its owner withdraws it, or who it was made to declines. Throws `OfferEnded`. */
  async end(session: Session, request: Request): Promise<void> {
    const { teamId, userId } = session;
    await this.#change(async (transaction) => {
      const [ended] = await transaction.$queryRaw<{ isWithdrawn: boolean }[]>`
        DELETE FROM owner_offers
         WHERE team_id = ${teamId}::uuid AND ${userId}::uuid IN (owner_id, member_id)
        RETURNING owner_id = ${userId}::uuid AS "isWithdrawn"`;
      if (!ended) throw new Problem('OfferEnded');
      if (!ended.isWithdrawn) await this.changes.note(transaction, teamId, userId, 'declined');
      const action = ended.isWithdrawn ? 'team.offer-withdraw' : 'team.offer-decline';
      await this.#record(transaction, session, action, request);
    });
  }

  /**
   * Makes the visitor, whom the team was offered to, its owner. Whatever else happens to the offer or to either of the
   * two at the same time, one of it counts. Throws `OfferEnded`, `PaymentUnderWay`, and what `ConfirmPersonService` does.
   */
  async accept(session: Session, { password }: AcceptTeamOfferBody, request: Request): Promise<void> {
    const { teamId, userId } = session;
    const mine = { where: { teamId, memberId: userId }, select: { ownerId: true } };
    const offered = await this.prisma.ownerOffer.findFirst(mine);
    if (!offered) throw new Problem('OfferEnded');
    await this.person.confirm(session, password, request);
    await this.payments.endBeforeLeaving(offered.ownerId, teamId);
    await this.#change(async (transaction) => {
      const offer = await transaction.ownerOffer.findFirst(mine);
      if (!offer) throw new Problem('OfferEnded');
      const { ownerId } = offer;
      await lockUsers(transaction, ownerId, userId);
      await lockTeam(transaction, teamId);
      await refusePaymentOf(transaction, ownerId, teamId);
      // Who left or was deactivated has taken the offer along, and nobody does from here on.
      const taken = await transaction.$executeRaw`
        DELETE FROM owner_offers
         WHERE team_id = ${teamId}::uuid AND member_id = ${userId}::uuid AND owner_id = ${ownerId}::uuid
           AND expires_at > now()`;
      if (taken === 0) throw new Problem('OfferEnded');
      await transaction.team.update({
        where: { id: teamId, ownerId },
        data: { ownerId: userId },
        select: { id: true },
      });
      await this.#leaveCardBehind(transaction, teamId);
      await this.#notifyBoth(transaction, teamId, ownerId, userId);
      await this.#record(transaction, session, 'team.hand-over', request, { from: ownerId });
    });
  }

  /** From here on nothing of the card is shown or known; the job takes it off at the provider. */
  async #leaveCardBehind(transaction: Transaction, teamId: string): Promise<void> {
    const left = await transaction.$executeRaw`
      UPDATE subscriptions
         SET hand_over_id = uuid_v7(), former_methods = NULL,
             card_brand = NULL, card_last4 = NULL, card_exp_month = NULL, card_exp_year = NULL
       WHERE team_id = ${teamId}::uuid`;
    if (left === 1) await this.jobs.send(transaction, HAND_OVER_QUEUE, { teamId });
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
    const { status, isCancelScheduled, currentPeriodEnd } = team.subscription ?? {};
    const isCharged = stateOf(status).isRunning && isCancelScheduled === false;
    for (const { id, email, firstName } of people) {
      const other = people.find((one) => one.id !== id);
      await this.mails.enqueueMail(transaction, {
        kind: 'handed-over',
        to: email,
        content: {
          firstName,
          teamName: team.name,
          otherName: other ? nameOf(other) : '',
          isOwner: id === newId,
          ...(isCharged && currentPeriodEnd ? { nextChargeOn: currentPeriodEnd.toISOString() } : {}),
        },
      });
    }
  }

  async #change(change: (transaction: Transaction) => Promise<void>): Promise<void> {
    await retryConflicts(() => this.prisma.$transaction(change));
  }

  async #record(
    transaction: Transaction,
    { userId, user }: Session,
    action: AuditAction,
    request: Request,
    details = {},
  ): Promise<void> {
    await this.audit.record(
      { action, outcome: 'ok', userId, email: user.email, details },
      request,
      transaction,
    );
  }
}

function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
