import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient } from '@foyer/db/client';
import { clockTime, typedSql } from '@foyer/db/typed-sql';
import { BILLING_UNPAID_QUEUE } from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { CardProvider, type ProviderSubscription } from './card-provider.ts';
import { isGivenUp } from './end-of-plan.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';

type UnpaidJob = { stripeCustomerId: string; subscriptionId: string };

/**
 * Cancels subscriptions not paid in time, so that nobody is charged later for a plan they no longer have. Requested
 * in the transaction of the sync that sees grace over, once per subscription.
 */
@Injectable()
export class UnpaidPlansService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<UnpaidJob>(BILLING_UNPAID_QUEUE, (job) => this.end(job.data));
  }

  /**
   * Cancels before voiding, because Stripe continues a subscription whose last invoice is void. Safe to restart after
   * a crash. One paid meanwhile stays.
   */
  async end({ stripeCustomerId, subscriptionId }: UnpaidJob): Promise<void> {
    const subscription = await this.subscriptions.sync(stripeCustomerId);
    if (subscription?.id === subscriptionId && (await this.#isStillGivenUp(subscription)))
      await this.provider.cancel(subscriptionId);
    if (!(await this.provider.hasEnded(subscriptionId))) return;
    await this.provider.voidOpenInvoices(subscriptionId);
    await this.subscriptions.sync(stripeCustomerId);
  }

  async #isStillGivenUp({ id, status }: ProviderSubscription): Promise<boolean> {
    const row = await typedSql(this.prisma)
      .selectFrom('subscriptions')
      .select(['pastDueSince', clockTime().as('at')])
      .where('stripeSubscriptionId', '=', id)
      .executeTakeFirst();
    return row !== undefined && isGivenUp(status, row.pastDueSince, row.at);
  }
}
