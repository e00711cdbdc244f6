import { Inject, Injectable } from '@nestjs/common';
import { subscriptionStateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type {
  BillingNoticeReply,
  BillingReply,
  CancelPlanReply,
  QuoteBody,
  QuoteReply,
  ReceiptReply,
} from '@foyer/contracts/billing/billing';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { TRANSFER_QUEUE } from '@foyer/mail/queues';
import { TeamBilling } from '../../teams/team-billing.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { Jobs } from '../../database/jobs.ts';
import { clearCard } from '../cards/cards.queries.ts';
import { CardProvider, idOf, type ProviderSubscription } from '../provider/card-provider.ts';
import { abandonAttempt } from '../payments/attempts.queries.ts';
import { AttemptsService } from '../payments/attempts.service.ts';
import { graceEndsAt, storedCharge } from './plan-facts.ts';
import { todaysReceiptOf } from '../payments/receipt.ts';
import { quotePro } from './quote.ts';
import { SubscriptionsService } from './subscriptions.service.ts';

@Injectable()
export class PlanService implements TeamBilling {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionsService,
    private readonly attempts: AttemptsService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
  ) {}

  /** Reads only our copy, so it works while the card provider is unreachable. */
  async describe(session: Session): Promise<BillingReply> {
    const { plan, subscription } = await this.#findTeam(session);
    const { priceCents, currency } = subscription ?? {};
    return {
      plan,
      status: subscription?.status ?? 'none',
      needsConfirmation: subscription?.needsConfirmation ?? false,
      currentPeriodEnd: isoOf(subscription?.currentPeriodEnd),
      paidUntil: isoOf(subscription?.paidUntil),
      endsAt: isoOf(subscription?.endsAt),
      graceEndsAt: isoOf(subscription && graceEndsAt(subscription)),
      ...(typeof priceCents === 'number' && currency && { price: { cents: priceCents, currency } }),
      ...(subscription && storedCharge(subscription)),
      hasCard: typeof subscription?.cardLast4 === 'string',
      isCancelScheduled: subscription?.isCancelScheduled ?? false,
      sendsReceipts: subscription?.sendsReceipts ?? true,
      endsAs: subscription?.endsAs ?? 'ended',
      ...(typeof subscription?.transferId === 'string' && { hasFormerCard: true }),
    };
  }

  /** Throws, for example, `NotFound` if there is no payment in the last 24 hours. */
  async findReceipt(session: Session): Promise<ReceiptReply> {
    const { subscription } = await this.#findTeam(session);
    const current = subscription && (await this.provider.findSubscription(subscription.stripeCustomerId));
    const receipt = current && todaysReceiptOf(current, new Date());
    if (!receipt) throw new Problem('NotFound');
    const { card, ...rest } = receipt;
    // During an owner transfer, the card at the provider is the former owner's (cards.service.ts).
    return card && subscription?.transferId === null ? { ...rest, card } : rest;
  }

  async findNotice({ teamId, userId }: Session): Promise<BillingNoticeReply> {
    const team = await this.prisma.team.findUnique({
      where: { id: teamId, ownerId: userId },
      select: {
        plan: true,
        subscription: { select: { status: true, needsConfirmation: true, pastDueSince: true } },
      },
    });
    const { status, needsConfirmation = false } = team?.subscription ?? {};
    const isPastDue = subscriptionStateOf(status).isRetried;
    return {
      isPastDue,
      graceEndsAt: isoOf(team?.subscription && graceEndsAt(team.subscription)),
      needsConfirmation: isPastDue && needsConfirmation,
      plan: team?.plan ?? 'free',
    };
  }

  /**
   * Ends an unpaid plan immediately if `mayEndNow` is true, and otherwise does not change it. Throws, for example,
   * `NotOwner`, `NotFound` if there never was a plan, `PlanEnded`, `PaymentUnderWay`.
   */
  async cancel(
    session: Session,
    endsAs: SubscriptionEnd,
    mayEndNow: boolean,
    request: RequestContext,
  ): Promise<CancelPlanReply['outcome']> {
    const outcome = await this.#cancel(await this.#findCurrent(session), endsAs, mayEndNow);
    if (outcome !== 'unchanged') await this.#record(session, 'plan.cancel', request);
    return outcome;
  }

  async #cancel(
    current: ProviderSubscription,
    endsAs: SubscriptionEnd,
    mayEndNow: boolean,
  ): Promise<CancelPlanReply['outcome']> {
    if (!subscriptionStateOf(current.status).isRetried) {
      const after = await this.#schedule(current, endsAs);
      if (!after || !subscriptionStateOf(after.status).isRetried) return 'scheduled';
      // A payment failed meanwhile, so the plan is unpaid now.
      if (!mayEndNow) await this.#schedule(after, null);
      return this.#cancel(after, endsAs, mayEndNow);
    }
    if (!mayEndNow) return 'unchanged';
    try {
      const outcome = await this.subscriptions.cancelUnpaid(current, endsAs);
      return outcome === 'paid' ? 'scheduled' : outcome;
    } catch (error) {
      if (error instanceof Problem && error.code === 'PaymentUnderWay') throw error;
      // If the plan has ended at the provider, the `EndJob` finishes the rest.
      const now = await this.subscriptions.sync(idOf(current.customer));
      if (subscriptionStateOf(now?.status).isFinal) return 'ended';
      throw error;
    }
  }

  /** Throws, for example, `NotOwner`, `NotFound` if there never was a plan, `PlanEnded`. */
  async resume(session: Session, request: RequestContext): Promise<void> {
    const after = await this.#schedule(await this.#findCurrent(session), null);
    if (after) await this.#cancelIfLeft(session, after);
    await this.#record(session, 'plan.resume', request);
  }

  async #findCurrent(session: Session): Promise<ProviderSubscription> {
    const { subscription } = await this.#findTeam(session);
    if (!subscription?.stripeSubscriptionId) throw new Problem('NotFound');
    const current = await this.subscriptions.sync(subscription.stripeCustomerId);
    if (!subscriptionStateOf(current?.status).mayBeCancelled || !current) throw new Problem('PlanEnded');
    return current;
  }

  async #schedule(
    current: ProviderSubscription,
    endsAs: SubscriptionEnd | null,
  ): Promise<ProviderSubscription | undefined> {
    const stripeCustomerId = idOf(current.customer);
    try {
      await this.provider.scheduleCancel(current, endsAs);
    } catch (error) {
      const now = await this.subscriptions.sync(stripeCustomerId);
      throw subscriptionStateOf(now?.status).mayBeCancelled ? error : new Problem('PlanEnded');
    }
    return this.subscriptions.sync(stripeCustomerId);
  }

  /**
   * If the owner has left the team meanwhile, cancels the plan, so that no empty team is charged. An owner may leave
   * only after a cancellation (teams/leave-team.ts). Our copy already shows the plan as resumed, so the owner cannot
   * leave after this check.
   */
  async #cancelIfLeft({ teamId, userId }: Session, resumed: ProviderSubscription): Promise<void> {
    const owned = await this.prisma.team.count({ where: { id: teamId, ownerId: userId } });
    if (owned > 0) return;
    await this.provider.scheduleCancel(resumed, 'free');
    throw new Problem('NotOwner');
  }

  /** Throws `NotOwner`, and `NotFound` if the team has no customer at the card provider. */
  async chooseReceipts({ teamId, userId }: Session, sendsReceipts: boolean): Promise<void> {
    await this.#findTeam({ teamId, userId });
    const { count } = await this.prisma.subscription.updateMany({
      where: { teamId, team: { ownerId: userId } },
      data: { sendsReceipts },
    });
    if (count === 0) throw new Problem('NotFound');
  }

  async quote({ teamId, userId }: Session, body: QuoteBody): Promise<QuoteReply> {
    const found = await this.prisma.subscription.findFirst({
      where: { teamId, team: { ownerId: userId } },
      select: {
        stripeCustomerId: true,
        team: { select: { paymentAttempts: { where: { status: 'open' }, select: { id: true } } } },
      },
    });
    const customer = found && {
      id: found.stripeCustomerId,
      hasOpenPurchase: found.team.paymentAttempts.length > 0,
    };
    return quotePro(this.provider, customer ?? undefined, body);
  }

  async endOpenAttempt(userId: string, teamId: string): Promise<void> {
    const open = await this.prisma.paymentAttempt.findFirst({
      where: { teamId, userId, status: 'open' },
      select: { id: true },
    });
    if (!open) return;
    const attempt = await this.attempts.claimToEnd(open.id);
    if (!attempt) throw new Problem('PaymentUnderWay');
    try {
      if (await this.attempts.withRenewedLease(attempt, () => this.#isOver(teamId)))
        return await abandonAttempt(this.prisma, attempt);
      await this.attempts.finish(attempt, { kind: 'paid' });
    } catch (error) {
      await this.attempts.finish(attempt, { kind: 'unknown' });
      if (error instanceof Problem) throw new Problem('PaymentUnderWay');
      throw error;
    }
  }

  async endPlan(teamId: string): Promise<void> {
    const subscription = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: { stripeCustomerId: true, status: true, stripeSubscriptionId: true },
    });
    if (!subscription) return;
    const { stripeCustomerId, status, stripeSubscriptionId } = subscription;
    try {
      await this.subscriptions.endAll(stripeCustomerId);
    } catch (error) {
      // If our copy shows no plan, the error is ignored, because the job that erases the account tries again to end the
      // plan.
      const hasNone = stripeSubscriptionId === null || subscriptionStateOf(status).isFinal;
      if (!(hasNone && error instanceof Problem && error.code === 'PaymentUnavailable')) throw error;
    }
  }

  async removeCardOf(transaction: Transaction, teamId: string, ownerId: string): Promise<void> {
    if (await clearCard(transaction, teamId, ownerId))
      await this.jobs.send(transaction, TRANSFER_QUEUE, { teamId });
  }

  async #isOver(teamId: string): Promise<boolean> {
    const subscription = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: { stripeCustomerId: true },
    });
    if (!subscription) return true;
    const { stripeCustomerId } = subscription;
    const found = await this.subscriptions.sync(stripeCustomerId);
    const { isRunning, awaitsFirstPayment } = subscriptionStateOf(found?.status);
    if (isRunning) return false;
    return (
      !found || !awaitsFirstPayment || (await this.subscriptions.endFirstPayment(stripeCustomerId, found))
    );
  }

  async #findTeam(session: Pick<Session, 'teamId' | 'userId'>) {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: { plan: true, ownerId: true, subscription: true },
    });
    if (team.ownerId !== session.userId) throw new Problem('NotOwner');
    return team;
  }

  async #record(session: Session, action: 'plan.cancel' | 'plan.resume', request: RequestContext) {
    const { userId, user } = session;
    await this.audit.record({ action, outcome: 'ok', userId, email: user.email }, request);
  }
}

function isoOf(time: Date | null | undefined): string {
  return time?.toISOString() ?? '';
}
