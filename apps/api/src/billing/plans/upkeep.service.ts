import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { statusesWhere } from '@foyer/catalog/subscription-states';
import { PrismaClient } from '@foyer/db/client';
import { ago, now, typedSql } from '@foyer/db/typed-sql';
import { BILLING_CHECK_QUEUE, BILLING_EVENT_QUEUE, BILLING_RECONCILE_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { isFinalAnswer } from '../provider/card-provider-errors.ts';
import { SubscriptionsService } from './subscriptions.service.ts';
import { PaymentsService } from '../payments/payments.service.ts';

/** While a payment's outcome is unknown, somebody is waiting. */
const SOON_AGAIN_SECONDS = 30;
const NEXT_CHECK_AFTER_SECONDS = 600;
/** After so long no request is on its way any more, and an unpaid first invoice has expired. */
const GIVE_UP_AFTER_HOURS = 24;

const EVERY_TEN_MINUTES = '*/10 * * * *';
const RECONCILE_BATCH = 100;

/** States that the provider may change by itself. */
const LOOKED_AFTER = statusesWhere(({ isRunning, awaitsFirstPayment }) => isRunning || awaitsFirstPayment);

/** Events after which a subscription that has ended may have an invoice to void, or one that was paid. */
const MAY_LEAVE_INVOICES = /^(customer\.subscription\.deleted|invoice\.)/;

type CheckJob = { attemptId: string };
type EventJob = { eventId: string };

/** Jobs that keep our copy of subscriptions up to date: after webhooks, and after requests that were cut off. */
@Injectable()
export class BillingJobsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly subscriptions: SubscriptionsService,
    private readonly payments: PaymentsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<EventJob>(BILLING_EVENT_QUEUE, (job) => this.#handleEvent(job.data));
    await this.jobs.work<CheckJob>(BILLING_CHECK_QUEUE, (job) => this.check(job.data));
    await this.jobs.work(BILLING_RECONCILE_QUEUE, () => this.reconcile());
    await this.jobs.repeat(BILLING_RECONCILE_QUEUE, EVERY_TEN_MINUTES);
  }

  /** A webhook is a hint only: the customer's subscription is fetched. */
  async #handleEvent({ eventId }: EventJob): Promise<void> {
    const event = await this.prisma.webhookEvent.findUnique({ where: { id: eventId } });
    if (!event || event.handledAt) return;
    await this.subscriptions.sync(event.objectId);
    if (MAY_LEAVE_INVOICES.test(event.type)) await this.subscriptions.settle(event.objectId);
    await typedSql(this.prisma)
      .updateTable('webhookEvents')
      .set({ handledAt: now() })
      .where('id', '=', eventId)
      .execute();
  }

  /**
   * Fetches subscriptions that should have changed by now, are in grace, or were not read for a day. One that the provider
   * refuses holds no other up.
   */
  async reconcile(): Promise<void> {
    const due = await typedSql(this.prisma)
      .selectFrom('subscriptions')
      .select('stripeCustomerId')
      .where('status', 'in', LOOKED_AFTER)
      .where((row) =>
        row.or([
          row('currentPeriodEnd', '<', now()),
          row('pastDueSince', 'is not', null),
          row('syncedAt', '<', ago({ days: 1 })),
        ]),
      )
      .orderBy('syncedAt')
      .limit(RECONCILE_BATCH)
      .execute();
    const failures: unknown[] = [];
    for (const { stripeCustomerId } of due)
      await this.subscriptions.sync(stripeCustomerId).catch((error: unknown) => {
        if (!isFinalAnswer(error)) throw error;
        failures.push(error);
      });
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${due.length} subscriptions were not read.`);
  }

  /**
   * Follows an attempt until it has ended, for example when the process died between the provider's answer and our
   * write.
   */
  async check({ attemptId }: CheckJob): Promise<void> {
    const attempt = await this.prisma.paymentAttempt.findUnique({
      where: { id: attemptId },
      select: {
        status: true,
        createdAt: true,
        team: { select: { subscription: { select: { stripeCustomerId: true } } } },
      },
    });
    if (attempt?.status !== 'open') return;
    const customerId = attempt.team.subscription?.stripeCustomerId;
    if (customerId) await this.subscriptions.sync(customerId);
    const { kind } = await this.payments.reconcile(attemptId, true);
    await this.prisma.$transaction(async (transaction) => {
      const abandoned = await typedSql(transaction)
        .updateTable('paymentAttempts')
        .set({ status: 'abandoned', endedAt: now() })
        .where('id', '=', attemptId)
        .where('status', '=', 'open')
        .where('usedAt', '<', ago({ hours: GIVE_UP_AFTER_HOURS }))
        .executeTakeFirst();
      if (abandoned.numUpdatedRows === 0n)
        await this.jobs.send(
          transaction,
          BILLING_CHECK_QUEUE,
          { attemptId },
          kind === 'unknown' ? SOON_AGAIN_SECONDS : NEXT_CHECK_AFTER_SECONDS,
        );
    });
  }
}
