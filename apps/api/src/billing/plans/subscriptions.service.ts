import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { subscriptionCopyOf, statusAfter } from '@foyer/catalog/billed-subscription';
import {
  NEVER_PAID,
  planOf,
  subscriptionStateOf,
  type SubscriptionEnd,
} from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { BILLING_END_QUEUE } from '@foyer/mail/queues';
import { readTime } from '../../database/clock.queries.ts';
import { AuditService } from '../../audit/audit.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { Problem } from '../../request/problem.ts';
import { lockTeam, lockTeamOfCustomer, setPlan } from '../../teams/teams.queries.ts';
import { findOpenPayment } from '../cards/customer-cards.ts';
import { CardProvider, idOf, latestInvoiceOf, type ProviderSubscription } from '../provider/card-provider.ts';
import { findEndedInvoices, voidOrRefundInvoice } from './ended-invoices.ts';
import {
  collectAgain,
  endNow,
  endOfPlan,
  findUnpaid,
  isDueToEnd,
  isPaid,
  requireNoProcessingPayment,
  stopCollecting,
} from './plan-end.ts';
import { factColumns, readFacts, type FactsRead } from './read-facts.ts';
import { mailAboutSync } from './subscription-mails.ts';
import {
  closeAttempt,
  hasPendingAttempt,
  lockForEnd,
  lockUnlessNewer,
  readUnpaidSince,
  type InvoiceOutcome,
} from './subscriptions.queries.ts';

/** Usually, the call that ends the plan has finished before this check. */
const CHECK_AFTER_SECONDS = 15;

/** Without `subscriptionId`, the job ends all subscriptions of the customer if its team has no owner or is deleted. */
type EndJob = { stripeCustomerId: string; subscriptionId?: string };

type IfPaid = 'schedule' | 'keep' | 'end';

/** `refunded`: the plan was paid while it ended, and this payment was refunded. */
export type UnpaidEnd = 'ended' | 'refunded' | 'paid';

/**
 * Only this class stores copies of the provider's subscriptions (invariant 8 of docs/security.md). Only this class ends
 * subscriptions immediately, not at the end of a period (decision 42).
 */
@Injectable()
export class SubscriptionsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly jobs: Jobs,
    private readonly notices: NoticesService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<EndJob>(BILLING_END_QUEUE, (job) => this.finishEnd(job.data));
  }

  /**
   * Does not overwrite the copy of a later read, so that requests, webhooks and jobs can call it in any order. Returns
   * undefined if the customer never had a subscription.
   */
  async sync(stripeCustomerId: string): Promise<ProviderSubscription | undefined> {
    const readAt = await readTime(this.prisma);
    const subscription = await this.provider.findSubscription(stripeCustomerId);
    if (!subscription) return undefined;
    const [{ state }, facts] = await Promise.all([
      findOpenPayment(this.provider, subscription),
      readFacts(this.provider, stripeCustomerId, subscription),
    ]);
    await this.prisma.$transaction((transaction) =>
      this.#apply(transaction, stripeCustomerId, { subscription, ...facts }, readAt, state === 'confirm'),
    );
    return subscription;
  }

  async #apply(
    transaction: Transaction,
    stripeCustomerId: string,
    read: FactsRead & { subscription: ProviderSubscription },
    readAt: Date,
    needsConfirmation: boolean,
  ): Promise<void> {
    const { subscription } = read;
    await lockTeamOfCustomer(transaction, stripeCustomerId);
    const before = await lockUnlessNewer(transaction, stripeCustomerId, readAt);
    if (!before) return;
    const { teamId } = before;
    const status = statusAfter(before.status, subscription);
    const pastDueSince = subscriptionStateOf(status).isRetried ? (before.pastDueSince ?? readAt) : null;
    const isPro = planOf({ status, pastDueSince }, readAt) === 'pro';
    const columns = {
      ...subscriptionCopyOf(subscription),
      // A former owner's card is not stored, because it is being detached.
      ...factColumns(subscription, before.hasFormerCard ? { invoices: read.invoices } : read),
      status,
      pastDueSince,
      needsConfirmation,
      endsAs: endOfPlan(subscription, before.endsAs),
    };
    await transaction.subscription.update({ where: { teamId }, data: { ...columns, syncedAt: readAt } });
    await setPlan(transaction, teamId, isPro ? 'pro' : 'free');
    const attemptId = subscription.metadata['attemptId'] ?? '';
    if (isPro || subscriptionStateOf(subscription.status).isFinal)
      await closeAttempt(transaction, { teamId, attemptId, isPaid: isPro, at: readAt });
    if (isDueToEnd(subscription.status, pastDueSince, readAt) || hasJustEnded(before, subscription)) {
      const ending = { stripeCustomerId, subscriptionId: subscription.id };
      await this.jobs.send(transaction, BILLING_END_QUEUE, ending, 0, subscription.id);
    }
    const { mails, notices } = this;
    await mailAboutSync(transaction, { mails, notices }, before, { ...columns, subscription }, readAt);
  }

  /** If the plan was paid meanwhile, schedules its end and returns `paid`. Throws `PaymentUnderWay`. */
  async cancelUnpaid(subscription: ProviderSubscription, endsAs: SubscriptionEnd): Promise<UnpaidEnd> {
    await requireNoProcessingPayment(this.provider, subscription);
    await this.#recordUnpaid(subscription, endsAs, true);
    return this.#end(subscription, endsAs, 'schedule');
  }

  /** If the plan was paid meanwhile, keeps it and returns `paid`. Throws `PaymentUnderWay`. */
  async endReplaced(subscription: ProviderSubscription): Promise<UnpaidEnd> {
    if (subscriptionStateOf(subscription.status).isPaused) {
      // The team has access with its paused plan. `free` keeps this access even if the purchase is declined.
      await endNow(this.provider, subscription, 'free');
      await this.voidOrRefundInvoices(idOf(subscription.customer));
      return 'ended';
    }
    await requireNoProcessingPayment(this.provider, subscription);
    await this.#recordUnpaid(subscription, null, false);
    return this.#end(subscription, null, 'keep');
  }

  /** Voids the first invoice, so that it can no longer be paid. Returns false if it was already paid. */
  async endFirstPayment(stripeCustomerId: string, subscription: ProviderSubscription): Promise<boolean> {
    const { id: invoiceId } = latestInvoiceOf(subscription);
    const isVoid = invoiceId === undefined || (await this.provider.voidInvoice(invoiceId));
    // Stripe does not document whether voiding the first invoice ends the subscription.
    if (isVoid) await this.provider.cancel(subscription.id);
    await this.sync(stripeCustomerId);
    return isVoid;
  }

  /** Ends all subscriptions immediately. The team gets the Free Trial. Throws `PaymentUnderWay`. */
  async endAll(stripeCustomerId: string): Promise<void> {
    for (const subscription of await this.provider.listSubscriptions(stripeCustomerId)) {
      const { isFinal, isRetried, isEnded, awaitsFirstPayment } = subscriptionStateOf(subscription.status);
      if (isFinal) continue;
      if (isRetried || isEnded) {
        await requireNoProcessingPayment(this.provider, subscription);
        await this.#recordUnpaid(subscription, 'free', true);
        await this.#end(subscription, 'free', 'end');
      } else if (!awaitsFirstPayment || !(await this.endFirstPayment(stripeCustomerId, subscription)))
        await endNow(this.provider, subscription, 'free');
    }
    await this.voidOrRefundInvoices(stripeCustomerId);
    await this.sync(stripeCustomerId);
  }

  async finishEnd({ stripeCustomerId, subscriptionId }: EndJob): Promise<void> {
    if (subscriptionId === undefined) return this.#endOwnerless(stripeCustomerId);
    await this.sync(stripeCustomerId);
    const subscription = await this.#read(subscriptionId);
    const begun = await this.prisma.unpaidInvoice.findFirst({
      where: { subscriptionId, outcome: null },
      select: { endsAs: true },
    });
    const isUnpaid = !begun && (await this.#isDueToEnd(subscription));
    if (isUnpaid) {
      await requireNoProcessingPayment(this.provider, subscription);
      await this.#recordUnpaid(subscription, null, true);
    }
    if (!begun && !isUnpaid) return this.voidOrRefundInvoices(stripeCustomerId);
    const endsAs = begun?.endsAs ?? null;
    await this.#end(subscription, endsAs, endsAs ? 'schedule' : 'keep');
  }

  async #endOwnerless(stripeCustomerId: string): Promise<void> {
    const isOwned = await this.prisma.subscription.count({
      where: { stripeCustomerId, team: { ownerId: { not: null } } },
    });
    if (isOwned === 0) await this.endAll(stripeCustomerId);
  }

  async #isDueToEnd({ id, status }: ProviderSubscription): Promise<boolean> {
    const row = await readUnpaidSince(this.prisma, id);
    return row !== undefined && isDueToEnd(status, row.pastDueSince, row.at);
  }

  #read(subscriptionId: string): Promise<ProviderSubscription> {
    return this.provider.call((stripe) => stripe.subscriptions.retrieve(subscriptionId));
  }

  /**
   * The records must exist before the first call that ends a plan, so that the job can finish the end after a crash.
   * With `requiresNoPayment`, throws `PaymentUnderWay` while the portal processes a payment.
   */
  async #recordUnpaid(
    { id: subscriptionId, customer }: ProviderSubscription,
    endsAs: SubscriptionEnd | null,
    requiresNoPayment: boolean,
  ): Promise<void> {
    const stripeCustomerId = idOf(customer);
    const unpaid = await findUnpaid(this.provider, subscriptionId);
    await this.prisma.$transaction(async (transaction) => {
      const { teamId } = await transaction.subscription.findUniqueOrThrow({
        where: { stripeCustomerId },
        select: { teamId: true },
      });
      await lockTeam(transaction, teamId);
      const { isPaying } = await lockForEnd(transaction, teamId);
      const hasPending = await hasPendingAttempt(transaction, teamId);
      if (requiresNoPayment && (isPaying || hasPending)) throw new Problem('PaymentUnderWay');
      await transaction.unpaidInvoice.createMany({
        data: unpaid.map((invoiceId) => ({ invoiceId, teamId, subscriptionId, endsAs })),
        skipDuplicates: true,
      });
      const job = { stripeCustomerId, subscriptionId };
      await this.jobs.send(transaction, BILLING_END_QUEUE, job, CHECK_AFTER_SECONDS, subscriptionId);
    });
  }

  /**
   * Stops collection, then reads the plan again. Cancels it, or keeps a paid plan as `ifPaid` requires. With this
   * order, the result is correct even if a payment comes between two calls. `settle` refunds a later payment.
   */
  async #end(
    { id, customer }: ProviderSubscription,
    endsAs: SubscriptionEnd | null,
    ifPaid: IfPaid,
  ): Promise<UnpaidEnd> {
    const stripeCustomerId = idOf(customer);
    const unpaid = await stopCollecting(this.provider, id);
    const current = await this.#read(id);
    if (!subscriptionStateOf(current.status).isFinal) {
      if (ifPaid !== 'end' && isPaid(current)) {
        await this.#keep(current, ifPaid === 'schedule' ? endsAs : null);
        return 'paid';
      }
      await endNow(this.provider, current, endsAs);
    }
    await this.voidOrRefundInvoices(stripeCustomerId, unpaid);
    await this.sync(stripeCustomerId);
    const outcome: InvoiceOutcome = 'Refunded';
    const refunded = await this.prisma.unpaidInvoice.count({ where: { subscriptionId: id, outcome } });
    return refunded > 0 ? 'refunded' : 'ended';
  }

  async #keep(subscription: ProviderSubscription, endsAs: SubscriptionEnd | null): Promise<void> {
    await collectAgain(this.provider, subscription);
    if (endsAs) await this.provider.scheduleCancel(subscription, endsAs);
    await this.prisma.unpaidInvoice.deleteMany({ where: { subscriptionId: subscription.id, outcome: null } });
    await this.sync(idOf(subscription.customer));
  }

  /**
   * Idempotent. `unpaidAtEnd`: the invoices that were unpaid when the caller ended the plan. Their records may be
   * missing, because a concurrent job that found the plan paid has deleted them.
   */
  async voidOrRefundInvoices(stripeCustomerId: string, unpaidAtEnd: readonly string[] = []): Promise<void> {
    const { prisma, provider, mails, audit } = this;
    for (const { invoice, endedAt } of await findEndedInvoices(provider, stripeCustomerId))
      await voidOrRefundInvoice(
        { prisma, provider, mails, audit },
        { stripeCustomerId, invoice, endedAt, unpaidAtEnd },
      );
  }
}

/** Returns false for an expired first purchase, because the provider voids its invoice. */
function hasJustEnded(
  before: { stripeSubscriptionId: string | null; status: string },
  { id, status }: ProviderSubscription,
): boolean {
  const wasKnown = before.stripeSubscriptionId === id && subscriptionStateOf(before.status).isFinal;
  return subscriptionStateOf(status).isFinal && status !== NEVER_PAID && !wasKnown;
}
