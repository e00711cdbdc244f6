import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { clockTime, flag, now, typedSql } from '@foyer/db/typed-sql';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import { lockTeam } from '../../teams/teams.queries.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import { CardProvider, endedNow, idOf, type ProviderSubscription } from '../provider/card-provider.ts';
import { isInvalidRequest } from '../provider/card-provider-errors.ts';
import { isGivenUp } from './end-of-plan.ts';
import { EndedInvoicesService } from './ended-invoices.ts';
import { PaymentReconciliationService } from '../payments/payment-reconciliation.service.ts';
import { SubscriptionSyncService } from './subscriptions.service.ts';

/** By then the call that ends a plan has done it. */
const CHECK_AFTER_SECONDS = 15;

/** The subscription to end. Without one: all subscriptions of a customer whose team has no owner any more. */
type EndJob = { stripeCustomerId: string; subscriptionId?: string };

/** If the plan was paid meanwhile: schedule its end, keep it, or end it all the same. */
type IfPaid = 'schedule' | 'keep' | 'end';

/** How ending an unpaid plan came out. `refunded`: it was paid while it ended. */
export type UnpaidEnd = 'ended' | 'refunded' | 'paid';

/**
 * Ends subscriptions, the only place that does (decision 42). What is open is written down before the first call, with a job
 * that repeats the rest after a crash.
 */
@Injectable()
export class SubscriptionEndService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly reconciliation: PaymentReconciliationService,
    private readonly invoices: EndedInvoicesService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<EndJob>(BILLING_END_QUEUE, (job) => this.finish(job.data));
  }

  /**
   * Ends an unpaid plan now, because its owner cancels it. `paid` if it was paid by then: its end is scheduled. Throws
   * `PaymentUnderWay`.
   */
  async cancelUnpaid(subscription: ProviderSubscription, endsAs: SubscriptionEnd): Promise<UnpaidEnd> {
    await this.#requireNoPayment(subscription);
    await this.#giveUp(subscription, endsAs, true);
    return this.#end(subscription, endsAs, 'schedule');
  }

  /**
   * Ends what a purchase replaces: an unpaid or a paused plan. `paid` if it was paid by now, and stays. Throws
   * `PaymentUnderWay`.
   */
  async endReplaced(subscription: ProviderSubscription): Promise<UnpaidEnd> {
    if (stateOf(subscription.status).isPaused) {
      // A paused plan has not ended its team's access, and nor does a purchase that is declined.
      await this.#endNow(subscription, 'free');
      await this.invoices.settle(idOf(subscription.customer));
      return 'ended';
    }
    await this.#requireNoPayment(subscription);
    await this.#giveUp(subscription, null, false);
    return this.#end(subscription, null, 'keep');
  }

  /** Ends all subscriptions of a customer, at once and for good. Afterwards the team is on the Free Trial. */
  async endAll(stripeCustomerId: string): Promise<void> {
    for (const subscription of await this.provider.listSubscriptions(stripeCustomerId)) {
      const { isFinal, isRetried, isEnded, awaitsFirstPayment } = stateOf(subscription.status);
      if (isFinal) continue;
      if (isRetried || isEnded) {
        await this.#requireNoPayment(subscription);
        await this.#giveUp(subscription, 'free', true);
        await this.#end(subscription, 'free', 'end');
      } else if (!awaitsFirstPayment || !(await this.reconciliation.end(stripeCustomerId, subscription)))
        await this.#endNow(subscription, 'free');
    }
    await this.invoices.settle(stripeCustomerId);
    await this.subscriptions.sync(stripeCustomerId);
  }

  /** The job: what was begun is finished, what nobody paid in time is ended, and what has ended is settled. */
  async finish({ stripeCustomerId, subscriptionId }: EndJob): Promise<void> {
    if (subscriptionId === undefined) return this.#endOwnerless(stripeCustomerId);
    await this.subscriptions.sync(stripeCustomerId);
    const subscription = await this.#read(subscriptionId);
    const begun = await this.invoices.findGivenUp(subscriptionId);
    const isUnpaid = begun === undefined && (await this.#isGivenUp(subscription));
    if (isUnpaid) {
      await this.#requireNoPayment(subscription);
      await this.#giveUp(subscription, null, true);
    }
    if (begun || isUnpaid) {
      const endsAs = begun?.endsAs ?? null;
      await this.#end(subscription, endsAs, endsAs ? 'schedule' : 'keep');
      return;
    }
    await this.invoices.settle(stripeCustomerId);
  }

  async #endOwnerless(stripeCustomerId: string): Promise<void> {
    const isOwned = await this.prisma.subscription.count({
      where: { stripeCustomerId, team: { ownerId: { not: null } } },
    });
    if (isOwned === 0) await this.endAll(stripeCustomerId);
  }

  /**
   * The order is what keeps it true whenever a payment comes between two calls: nothing is collected by itself any more, then
   * the plan is read again, and only then it is ended. A payment after that is refunded (`EndedInvoicesService`).
   */
  async #end(
    { id, customer }: ProviderSubscription,
    endsAs: SubscriptionEnd | null,
    ifPaid: IfPaid,
  ): Promise<UnpaidEnd> {
    const stripeCustomerId = idOf(customer);
    const unpaid = await this.#stopCollecting(id);
    const current = await this.#read(id);
    if (!stateOf(current.status).isFinal) {
      if (ifPaid !== 'end' && isPaid(current)) {
        await this.#keep(current, ifPaid === 'schedule' ? endsAs : null);
        return 'paid';
      }
      await this.#endNow(current, endsAs);
    }
    await this.invoices.settle(stripeCustomerId, unpaid);
    await this.subscriptions.sync(stripeCustomerId);
    return (await this.invoices.wasRefunded(id)) ? 'refunded' : 'ended';
  }

  async #keep(subscription: ProviderSubscription, endsAs: SubscriptionEnd | null): Promise<void> {
    const { id, customer } = subscription;
    // The month that has just begun is charged as it would have been.
    if (!subscription.pause_collection) await this.#advance(id, 'draft', true);
    if (endsAs) await this.provider.scheduleCancel(subscription, endsAs);
    await this.invoices.forgetGivenUp(id);
    await this.subscriptions.sync(idOf(customer));
  }

  /** The choice goes first, since a canceled subscription takes no metadata. */
  async #endNow({ id }: ProviderSubscription, endsAs: SubscriptionEnd | null): Promise<void> {
    if (endsAs)
      await this.provider.call((stripe) => stripe.subscriptions.update(id, { metadata: endedNow(endsAs) }));
    await this.provider.cancel(id);
  }

  async #stopCollecting(subscriptionId: string): Promise<string[]> {
    const open = await this.#advance(subscriptionId, 'open', false);
    return [...open, ...(await this.#advance(subscriptionId, 'draft', false))];
  }

  /** Whether the provider finalizes and collects by itself. Gives the invoices' ids. */
  async #advance(subscription: string, status: 'open' | 'draft', isAutomatic: boolean): Promise<string[]> {
    const { data } = await this.provider.call((stripe) =>
      stripe.invoices.list({ subscription, status, limit: 100 }),
    );
    for (const { id } of data)
      try {
        if (id !== undefined)
          await this.provider.call((stripe) => stripe.invoices.update(id, { auto_advance: isAutomatic }));
      } catch (refused) {
        // It was paid or finalized meanwhile, which is read next.
        if (!isInvalidRequest(refused)) throw refused;
      }
    return data.flatMap(({ id }) => id ?? []);
  }

  #read(subscriptionId: string): Promise<ProviderSubscription> {
    return this.provider.call((stripe) => stripe.subscriptions.retrieve(subscriptionId));
  }

  /** Notes what is open, with the job that finishes the end. With `isRefused` a payment of ours that is under way forbids it. */
  async #giveUp(
    { id: subscriptionId, customer }: ProviderSubscription,
    endsAs: SubscriptionEnd | null,
    isRefused: boolean,
  ): Promise<void> {
    const stripeCustomerId = idOf(customer);
    const { data } = await this.provider.call((stripe) =>
      stripe.invoices.list({ subscription: subscriptionId, limit: 100 }),
    );
    const unpaid = data.flatMap(({ id, status }) => (id === undefined || status === 'paid' ? [] : [id]));
    await this.prisma.$transaction(async (transaction) => {
      const teamId = await this.#lock(transaction, stripeCustomerId, isRefused);
      await transaction.unpaidInvoice.createMany({
        data: unpaid.map((invoiceId) => ({ invoiceId, teamId, subscriptionId, endsAs })),
        skipDuplicates: true,
      });
      await this.jobs.send(
        transaction,
        BILLING_END_QUEUE,
        { stripeCustomerId, subscriptionId },
        CHECK_AFTER_SECONDS,
        subscriptionId,
      );
    });
  }

  async #lock(transaction: Transaction, stripeCustomerId: string, isRefused: boolean): Promise<string> {
    const { teamId } = await transaction.subscription.findUniqueOrThrow({
      where: { stripeCustomerId },
      select: { teamId: true },
    });
    await lockTeam(transaction, teamId);
    const { isPaying } = await typedSql(transaction)
      .selectFrom('subscriptions')
      .select((row) => flag(row('payingUntil', '>', now())).as('isPaying'))
      .where('teamId', '=', teamId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const attempts = await typedSql(transaction)
      .selectFrom('paymentAttempts')
      .select('id')
      .where('teamId', '=', teamId)
      .where('status', '=', 'open')
      .where((row) =>
        row.or([row('workingUntil', '>', now()), row('outcome', 'is', null), row('outcome', '=', 'unknown')]),
      )
      .execute();
    if (isRefused && (isPaying || attempts.length > 0)) throw new Problem('PaymentUnderWay');
    return teamId;
  }

  /** A payment that the bank has not answered yet may still succeed. */
  async #requireNoPayment({ latest_invoice: latest }: ProviderSubscription): Promise<void> {
    const invoiceId = latest ? idOf(latest) : undefined;
    if (invoiceId === undefined) return;
    const { status } = await this.provider.findPayment(invoiceId);
    if (status === 'processing') throw new Problem('PaymentUnderWay');
  }

  async #isGivenUp({ id, status }: ProviderSubscription): Promise<boolean> {
    const row = await typedSql(this.prisma)
      .selectFrom('subscriptions')
      .select(['pastDueSince', clockTime().as('at')])
      .where('stripeSubscriptionId', '=', id)
      .executeTakeFirst();
    return row !== undefined && isGivenUp(status, row.pastDueSince, row.at);
  }
}

function isPaid({ status }: ProviderSubscription): boolean {
  const { isRunning, isRetried } = stateOf(status);
  return isRunning && !isRetried;
}
