import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { customerToRead } from '@foyer/catalog/billing-events';
import { graceEndOf } from '@foyer/catalog/subscription-states';
import { PrismaClient } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import {
  BILLING_CHECK_QUEUE,
  BILLING_EVENT_QUEUE,
  BILLING_RECONCILE_QUEUE,
  BILLING_REMINDER_QUEUE,
} from '@foyer/mail/queues';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import { CardsService } from '../cards/cards.service.ts';
import { PaymentsService } from '../payments/payments.service.ts';
import type { Stripe } from '../provider/card-provider.ts';
import { isFinalAnswer } from '../provider/card-provider-errors.ts';
import { PLAN_AFTER_UNPAID_END } from './plan-end.ts';
import { SubscriptionsService } from './subscriptions.service.ts';
import {
  abandonUnused,
  findSubscriptionsToSync,
  markExpiringCards,
  markGraces,
  markHandled,
} from './billing-jobs.queries.ts';

/** Short, because a visitor may wait for the outcome. */
const UNKNOWN_CHECK_SECONDS = 30;
const NEXT_CHECK_AFTER_SECONDS = 600;
/** After this time without use, an open attempt is closed. By then, an unpaid first invoice has expired. */
const GIVE_UP_AFTER_HOURS = 24;

const EVERY_TEN_MINUTES = '*/10 * * * *';
const EVERY_HOUR = '20 * * * *';
const BATCH_SIZE = 100;

/** Events after which an ended subscription may have an invoice to void or refund. */
const MAY_LEAVE_INVOICES = /^(customer\.subscription\.deleted|invoice\.)/;

type CheckJob = { attemptId: string };
type EventJob = { eventId: string };

/** Each reminder is sent once, because its row is marked in the transaction of the mail. */
@Injectable()
export class BillingJobsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
    private readonly subscriptions: SubscriptionsService,
    private readonly payments: PaymentsService,
    private readonly cards: CardsService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<EventJob>(BILLING_EVENT_QUEUE, (job) => this.#handleEvent(job.data));
    await this.jobs.work<CheckJob>(BILLING_CHECK_QUEUE, (job) => this.check(job.data));
    await this.jobs.work(BILLING_RECONCILE_QUEUE, () => this.reconcile());
    await this.jobs.repeat(BILLING_RECONCILE_QUEUE, EVERY_TEN_MINUTES);
    await this.jobs.work(BILLING_REMINDER_QUEUE, () => this.remind());
    await this.jobs.repeat(BILLING_REMINDER_QUEUE, EVERY_HOUR);
  }

  /** Ignores events without a customer, and repeated events. Throws `MalformedBody`. */
  async storeEvent(event: Stripe.Event): Promise<void> {
    const customerId = customerToRead(event);
    if (customerId === undefined) return;
    // Postgres cannot store NUL, so the insert would fail with an internal error.
    if ([event.id, customerId].some((id) => id.includes('\0'))) throw new Problem('MalformedBody');
    const type = event.type.replaceAll('\0', '');
    await this.prisma.$transaction(async (transaction) => {
      const { count } = await transaction.webhookEvent.createMany({
        data: { id: event.id, type, objectId: customerId },
        skipDuplicates: true,
      });
      if (count === 1) await this.jobs.send(transaction, BILLING_EVENT_QUEUE, { eventId: event.id });
    });
  }

  /** Reads the customer's subscription, because the event's own data may be outdated. */
  async #handleEvent({ eventId }: EventJob): Promise<void> {
    const event = await this.prisma.webhookEvent.findUnique({ where: { id: eventId } });
    if (!event || event.handledAt) return;
    await this.subscriptions.sync(event.objectId);
    if (MAY_LEAVE_INVOICES.test(event.type)) await this.subscriptions.voidOrRefundInvoices(event.objectId);
    await markHandled(this.prisma, eventId);
  }

  /** A final error (`isFinalAnswer`) for one subscription does not stop the others. */
  async reconcile(): Promise<void> {
    const due = await findSubscriptionsToSync(this.prisma, BATCH_SIZE);
    const failures: unknown[] = [];
    for (const { stripeCustomerId } of due)
      await this.subscriptions.sync(stripeCustomerId).catch((error: unknown) => {
        if (!isFinalAnswer(error)) throw error;
        failures.push(error);
      });
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} of ${due.length} subscriptions were not read.`);
  }

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
    const seconds = kind === 'unknown' ? UNKNOWN_CHECK_SECONDS : NEXT_CHECK_AFTER_SECONDS;
    await this.prisma.$transaction(async (transaction) => {
      if (!(await abandonUnused(transaction, attemptId, GIVE_UP_AFTER_HOURS)))
        await this.jobs.send(transaction, BILLING_CHECK_QUEUE, { attemptId }, seconds);
    });
  }

  async remind(): Promise<void> {
    while ((await this.#notifyOfGraces()) === BATCH_SIZE);
    while ((await this.#notifyOfCards()) === BATCH_SIZE);
    await this.cards.retryRemovals();
  }

  async #notifyOfGraces(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const due = await markGraces(transaction, BATCH_SIZE);
      for (const { email: to, firstName, pastDueSince } of due) {
        if (!pastDueSince) continue;
        await this.mails.enqueueMail(transaction, {
          kind: 'grace-ending',
          to,
          content: {
            firstName,
            endsOn: graceEndOf(pastDueSince).toISOString(),
            endsAs: PLAN_AFTER_UNPAID_END,
          },
        });
      }
      return due.length;
    });
  }

  async #notifyOfCards(): Promise<number> {
    return this.prisma.$transaction(async (transaction) => {
      const due = await markExpiringCards(transaction, BATCH_SIZE);
      for (const { email: to, firstName, brand, last4, month, year } of due)
        if (brand !== null && last4 !== null && month !== null && year !== null)
          await this.mails.enqueueMail(transaction, {
            kind: 'card-expiring',
            to,
            content: { firstName, brand, last4, month, year },
          });
      return due.length;
    });
  }
}
