import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { CardSetupReply, OpenPaymentReply, PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { API_ANSWER_MS, PROVIDER_TRY_MS } from '@foyer/contracts/deadlines';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { TRANSFER_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../../audit/audit.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { log } from '../../observe/log.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { CardProvider, latestInvoiceOf } from '../provider/card-provider.ts';
import { isMissing } from '../provider/card-provider-errors.ts';
import { endTransfer, holdForPayment, recordFormerMethods, type Transfer } from './cards.queries.ts';
import {
  setDefaultCard,
  findOpenPayment,
  findPayments,
  findSetUpCard,
  startSetup,
  payOpenInvoice,
} from './customer-cards.ts';
import { detachCards, findLatePayments, findMethodIds, type LatePayment } from './former-cards.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';

/**
 * How long a payment of the open invoice prevents the plan's end if its outcome stays unknown. After this time, no call
 * of the paying request to the provider can be in flight.
 */
const PAYING_SECONDS = (API_ANSWER_MS + PROVIDER_TRY_MS) / 1000;

type TransferJob = { teamId: string };

@Injectable()
export class CardsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionsService,
    private readonly audit: AuditService,
    private readonly jobs: Jobs,
    private readonly mails: MailQueue,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<TransferJob>(TRANSFER_QUEUE, (job) => this.removeFormer(job.data.teamId));
  }

  /** Throws `NotOwner`, and `PaymentUnavailable` if the provider is unreachable. */
  async describe(session: Session): Promise<PaymentsReply> {
    const found = await this.#findOwn(session);
    if (!found) return { invoices: [] };
    const { stripeCustomerId } = found;
    const payments = await findPayments(
      this.provider,
      stripeCustomerId,
      await this.subscriptions.sync(stripeCustomerId),
    );
    // Until the transfer ends, the card is the former owner's, so it is not shown.
    return found.transferId === null ? payments : { invoices: payments.invoices };
  }

  async startSetup(session: Session): Promise<CardSetupReply> {
    const customerId = await this.#needCustomer(session);
    return this.#withLiveCustomer(customerId, async () => ({
      clientSecret: await startSetup(this.provider, customerId),
    }));
  }

  /** Repeated calls are safe, because an invoice can be paid only once. */
  async replace(session: Session, setupIntentId: string, request: RequestContext): Promise<OpenPaymentReply> {
    const customerId = await this.#needCustomer(session);
    const methodId = await findSetUpCard(this.provider, customerId, setupIntentId);
    const subscription = await this.subscriptions.sync(customerId);
    await this.#withLiveCustomer(customerId, () =>
      setDefaultCard(this.provider, customerId, methodId, subscription),
    );
    await this.#record(session, 'plan.card', 'ok', request);
    const owed = await findOpenPayment(this.provider, subscription);
    if (owed.state === 'none' || owed.state === 'paid') return { state: 'none' };
    const invoiceId = subscription && latestInvoiceOf(subscription).id;
    const isKnown = invoiceId === undefined || (await this.#pay(customerId, invoiceId, methodId));
    const payment = await this.#readOutcome(session, customerId, request);
    return isKnown || payment.state === 'paid' ? payment : { state: 'unknown' };
  }

  /**
   * The plan cannot end during the payment. If its outcome is unknown, returns false, and the plan cannot end for
   * `PAYING_SECONDS`. Throws `PlanEnded` if the plan's end has already begun.
   */
  async #pay(stripeCustomerId: string, invoiceId: string, methodId: string): Promise<boolean> {
    await this.prisma.$transaction(async (transaction) => {
      await holdForPayment(transaction, stripeCustomerId, PAYING_SECONDS);
      // The end of a plan takes the same lock (subscriptions.service.ts).
      const isEnding = await transaction.unpaidInvoice.count({ where: { invoiceId, outcome: null } });
      if (isEnding > 0) throw new Problem('PlanEnded');
    });
    const isKnown = await payOpenInvoice(this.provider, invoiceId, methodId);
    if (isKnown)
      await this.prisma.subscription.updateMany({ where: { stripeCustomerId }, data: { payingUntil: null } });
    return isKnown;
  }

  async findOpenPayment(session: Session): Promise<OpenPaymentReply> {
    const found = await this.#findOwn(session);
    if (!found) return { state: 'none' };
    return findOpenPayment(this.provider, await this.subscriptions.sync(found.stripeCustomerId));
  }

  async reconcileOpenPayment(session: Session, request: RequestContext): Promise<OpenPaymentReply> {
    return this.#readOutcome(session, await this.#needCustomer(session), request);
  }

  async #readOutcome(
    session: Session,
    customerId: string,
    request: RequestContext,
  ): Promise<OpenPaymentReply> {
    try {
      const subscription = await this.subscriptions.sync(customerId);
      const payment = await findOpenPayment(this.provider, subscription);
      // `none` means that nothing is due: the invoice was paid, or it was voided.
      const isPaid = subscription && latestInvoiceOf(subscription).status === 'paid';
      const outcome: OpenPaymentReply = payment.state === 'none' && isPaid ? { state: 'paid' } : payment;
      await this.#record(session, 'plan.pay', outcome.state, request);
      return outcome;
    } catch (error) {
      if (error instanceof Problem && error.code === 'PaymentUnavailable') return { state: 'unknown' };
      throw error;
    }
  }

  /** If the customer was deleted at the provider, updates our copy and throws `PlanEnded`. */
  async #withLiveCustomer<T>(customerId: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isMissing(error)) throw error;
      await this.subscriptions.sync(customerId);
      throw new Problem('PlanEnded');
    }
  }

  async #needCustomer(session: Session): Promise<string> {
    const found = await this.#findOwn(session);
    if (!found) throw new Problem('NotFound');
    // The owner transfer might also detach a card that is added now.
    if (found.transferId !== null) throw new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
    return found.stripeCustomerId;
  }

  async #findOwn(session: Session) {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: { ownerId: true, subscription: { select: { stripeCustomerId: true, transferId: true } } },
    });
    if (team.ownerId !== session.userId) throw new Problem('NotOwner');
    return team.subscription ?? undefined;
  }

  async #record(
    session: Session,
    action: 'plan.card' | 'plan.pay',
    outcome: string,
    request: RequestContext,
  ) {
    const { userId, user } = session;
    await this.audit.record({ action, outcome, userId, email: user.email }, request);
  }

  /** Retries all owner transfers that have not ended, because their jobs may have given up. */
  async retryRemovals(): Promise<void> {
    const left = await this.prisma.subscription.findMany({
      where: { transferId: { not: null } },
      select: { teamId: true },
      orderBy: { transferredAt: 'asc' },
    });
    const failures: unknown[] = [];
    for (const { teamId } of left)
      await this.removeFormer(teamId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Cards of former owners were not removed.');
  }

  /**
   * Detaches the former owner's cards, in a job after an owner transfer. Until the job is done, `hand_over_id` hides
   * the card and blocks a new one. Concurrent runs are safe, because only the first one records which cards to detach.
   */
  async removeFormer(teamId: string): Promise<void> {
    const found = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: {
        stripeCustomerId: true,
        transferId: true,
        transferredAt: true,
        team: { select: { name: true, owner: { select: { email: true } } } },
      },
    });
    if (!found?.transferId) return;
    const { stripeCustomerId, transferId, transferredAt, team } = found;
    const transfer = { teamId, transferId };
    const customer = await this.provider.findCustomer(stripeCustomerId);
    const former = customer ? await this.#recordFormer(transfer, stripeCustomerId) : [];
    if (former === undefined) return;
    if (customer) await detachCards(this.provider, customer, former, team.owner?.email);
    const payments =
      former.length > 0 && transferredAt
        ? await findLatePayments(this.provider, stripeCustomerId, former, transferredAt)
        : [];
    const isDone = await this.prisma.$transaction(async (transaction) => {
      const before = await transaction.subscription.findFirst({
        where: transfer,
        select: { formerOwner: { select: { id: true, email: true, firstName: true } } },
      });
      if (!(await endTransfer(transaction, transfer))) return false;
      if (former.length > 0)
        await this.#reportRemoval(
          transaction,
          { teamName: team.name, stripeCustomerId },
          before?.formerOwner,
          payments,
        );
      return true;
    });
    if (isDone && payments.length > 0)
      log.warn({ stripeCustomerId, payments }, "a former owner's card paid after the transfer");
    await this.subscriptions.sync(stripeCustomerId);
  }

  async #recordFormer(transfer: Transfer, customerId: string): Promise<string[] | undefined> {
    await recordFormerMethods(this.prisma, transfer, await findMethodIds(this.provider, customerId));
    const found = await this.prisma.subscription.findFirst({
      where: transfer,
      select: { formerMethods: true },
    });
    return found?.formerMethods;
  }

  /** If the former owner's card paid after the transfer, the security log alerts the operator. */
  async #reportRemoval(
    transaction: Transaction,
    { teamName, stripeCustomerId }: { teamName: string; stripeCustomerId: string },
    formerOwner: { id: string; email: string; firstName: string } | null | undefined,
    payments: LatePayment[],
  ): Promise<void> {
    const invoiceIds = payments.map(({ invoiceId }) => invoiceId).join(' ');
    if (payments.length > 0)
      await this.audit.recordOfJob(
        {
          action: 'plan.former-card',
          outcome: 'Charged',
          userId: formerOwner?.id,
          details: { stripeCustomerId, invoiceIds },
        },
        transaction,
      );
    if (!formerOwner) return;
    const { email, firstName } = formerOwner;
    await this.mails.enqueueMail(transaction, {
      kind: 'card-removed',
      to: email,
      content: {
        firstName,
        teamName,
        payments: payments.map(({ amount, currency, paidOn }) => ({ amount, currency, paidOn })),
      },
    });
  }
}
