import { Inject, Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { HAND_OVER_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { OpenPayments } from '../../teams/open-payments.ts';
import { Problem } from '../../request/problem.ts';
import { PaymentAttemptsService } from './attempts.service.ts';
import { forgetCard } from '../cards/hand-over.queries.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

/** Ends the open payment or the plan of an owner who is about to leave: nobody pays for a team without people. */
@Injectable()
export class PaymentEndService extends OpenPayments {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly attempts: PaymentAttemptsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly jobs: Jobs,
  ) {
    super();
  }

  async endBeforeLeaving(userId: string, teamId: string): Promise<void> {
    const open = await this.prisma.paymentAttempt.findFirst({
      where: { teamId, userId, status: 'open' },
      select: { id: true },
    });
    if (!open) return;
    const attempt = await this.attempts.claimToEnd(open.id);
    if (!attempt) throw new Problem('PaymentUnderWay');
    try {
      if (await this.attempts.whileHeld(attempt, () => this.#isOver(teamId)))
        return await this.attempts.abandon(attempt);
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
      // As far as we know nothing is left to end, and the erasure looks once more.
      const hasNone = stripeSubscriptionId === null || stateOf(status).isFinal;
      if (!(hasNone && error instanceof Problem && error.code === 'PaymentUnavailable')) throw error;
    }
  }

  async leaveCardBehind(transaction: Transaction, teamId: string, ownerId: string): Promise<void> {
    if (await forgetCard(transaction, teamId, ownerId))
      await this.jobs.send(transaction, HAND_OVER_QUEUE, { teamId });
  }

  async #isOver(teamId: string): Promise<boolean> {
    const subscription = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: { stripeCustomerId: true },
    });
    if (!subscription) return true;
    const { stripeCustomerId } = subscription;
    const found = await this.subscriptions.sync(stripeCustomerId);
    const { isRunning, awaitsFirstPayment } = stateOf(found?.status);
    if (isRunning) return false;
    return (
      !found || !awaitsFirstPayment || (await this.subscriptions.endFirstPayment(stripeCustomerId, found))
    );
  }
}
