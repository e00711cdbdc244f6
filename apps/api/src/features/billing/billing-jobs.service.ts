import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { statusesWhere } from '@foyer/catalog/subscription-states';
import { PrismaClient } from '@foyer/db/client';
import { BILLING_EVENT_QUEUE, BILLING_RECONCILE_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { BILLING_CHECK_QUEUE } from './billing-check.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';
import { UpgradeService } from './upgrade.service.ts';

/** As long as nobody knows what came of a payment, somebody is waiting. */
const SOON_AGAIN_SECONDS = 30;
const NEXT_CHECK_AFTER_SECONDS = 600;
/** An attempt left alone for so long is over: no call is on its way, and what was made and not paid has expired. */
const GIVE_UP_AFTER_HOURS = 24;

const EVERY_TEN_MINUTES = '*/10 * * * *';
/** Subscriptions read again in one round. */
const RECONCILE_BATCH = 100;

/** What the provider may change without our having asked. */
const LOOKED_AFTER = statusesWhere(({ isRunning, awaitsFirstPayment }) => isRunning || awaitsFirstPayment);

type CheckJob = { attemptId: string };
type EventJob = { eventId: string };

/** The jobs that keep our copy right when nobody is looking: after an event, and after a call that never came back. */
@Injectable()
export class BillingJobsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly upgrades: UpgradeService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<EventJob>(BILLING_EVENT_QUEUE, (job) => this.#handleEvent(job.data));
    await this.jobs.work<CheckJob>(BILLING_CHECK_QUEUE, (job) => this.check(job.data));
    await this.jobs.work(BILLING_RECONCILE_QUEUE, () => this.reconcile());
    await this.jobs.repeat(BILLING_RECONCILE_QUEUE, EVERY_TEN_MINUTES);
  }

  /** An event is a hint: the customer it is about is read again. */
  async #handleEvent({ eventId }: EventJob): Promise<void> {
    const event = await this.prisma.webhookEvent.findUnique({ where: { id: eventId } });
    if (!event || event.handledAt) return;
    await this.subscriptions.sync(event.objectId);
    await this.prisma.$executeRaw`UPDATE webhook_events SET handled_at = now() WHERE id = ${eventId}`;
  }

  /** Reads again what should have changed by now, is in its grace, or has not been read for a day. */
  async reconcile(): Promise<void> {
    const due = await this.prisma.$queryRaw<{ stripeCustomerId: string }[]>`
      SELECT stripe_customer_id AS "stripeCustomerId" FROM subscriptions
       WHERE status = ANY (${LOOKED_AFTER})
         AND (current_period_end < now() OR past_due_since IS NOT NULL OR synced_at < now() - interval '1 day')
       ORDER BY synced_at LIMIT ${RECONCILE_BATCH}`;
    for (const { stripeCustomerId } of due) await this.subscriptions.sync(stripeCustomerId);
  }

  /** Looks after an attempt until it has come to an end, for example when we died between an answer and our write. */
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
    const { kind } = await this.upgrades.reconcile(attemptId, true);
    await this.prisma.$transaction(async (transaction) => {
      const abandoned = await transaction.$executeRaw`
        UPDATE payment_attempts SET status = 'abandoned', ended_at = now()
         WHERE id = ${attemptId}::uuid AND status = 'open'
           AND used_at < now() - make_interval(hours => ${GIVE_UP_AFTER_HOURS}::int)`;
      if (abandoned === 0)
        await this.jobs.send(
          transaction,
          BILLING_CHECK_QUEUE,
          { attemptId },
          kind === 'unknown' ? SOON_AGAIN_SECONDS : NEXT_CHECK_AFTER_SECONDS,
        );
    });
  }
}
