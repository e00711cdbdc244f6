import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { clockTime, typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { HAND_OVER_QUEUE } from '@foyer/mail/queues';
import { AuditService } from '../../audit/audit.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { log } from '../../observe/log.ts';
import { CardProvider, type Stripe } from '../provider/card-provider.ts';
import { isMissing } from '../provider/card-provider-errors.ts';
import { SubscriptionSyncService } from '../plans/subscriptions.service.ts';

type HandOverJob = { teamId: string };
/** What a former owner's card paid after the hand-over, in cents. */
type LatePayment = { invoiceId: string; amount: number; currency: string; paidOn: string };

/**
 * Hand-over at the provider: updates the customer's email and detaches the former owner's cards, so that nobody is
 * charged for a team that is not theirs, and mails them when that is done. A job of the transaction that transfers the team; until it is done,
 * `hand_over_id` hides the card and blocks a new one.
 */
@Injectable()
export class FormerCardsService implements OnApplicationBootstrap {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.work<HandOverJob>(HAND_OVER_QUEUE, (job) => this.takeOff(job.data.teamId));
  }

  /**
   * Retries those whose job was given up after a day, because the provider was down for longer. One that fails again holds
   * no other up.
   */
  async retry(): Promise<void> {
    const left = await this.prisma.subscription.findMany({
      where: { handOverId: { not: null } },
      select: { teamId: true },
      orderBy: { handedOverAt: 'asc' },
    });
    const failures: unknown[] = [];
    for (const { teamId } of left) await this.takeOff(teamId).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'Cards of former owners were not removed.');
  }

  /** Idempotent, also concurrently: the cards to detach are recorded once, and only those are. */
  async takeOff(teamId: string): Promise<void> {
    const found = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: {
        stripeCustomerId: true,
        handOverId: true,
        handedOverAt: true,
        team: { select: { name: true, owner: { select: { email: true } } } },
      },
    });
    if (!found?.handOverId) return;
    const { stripeCustomerId, handOverId, handedOverAt, team } = found;
    const customer = await this.#findCustomer(stripeCustomerId);
    const former = customer ? await this.#noteFormer(teamId, handOverId, stripeCustomerId) : [];
    if (former === undefined) return;
    if (customer) await this.#release(customer, former, team.owner?.email);
    const payments =
      former.length > 0 && handedOverAt
        ? await this.#findPayments(stripeCustomerId, former, handedOverAt)
        : [];
    const isDone = await this.prisma.$transaction(async (transaction) => {
      const before = await transaction.subscription.findFirst({
        where: { teamId, handOverId },
        select: { formerOwner: { select: { id: true, email: true, firstName: true } } },
      });
      // Discards what concurrent syncs have read about the card.
      const { numUpdatedRows } = await typedSql(transaction)
        .updateTable('subscriptions')
        .set({ handOverId: null, formerMethods: null, formerOwnerId: null, handedOverAt: null })
        .set({ syncedAt: clockTime() })
        .where('teamId', '=', teamId)
        .where('handOverId', '=', handOverId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (former.length > 0)
        await this.#notify(
          transaction,
          { teamName: team.name, stripeCustomerId },
          before?.formerOwner,
          payments,
        );
      return true;
    });
    if (isDone && payments.length > 0)
      log.warn({ stripeCustomerId, payments }, "a former owner's card paid after the hand-over");
    await this.subscriptions.sync(stripeCustomerId);
  }

  /** Tells the former owner, and, if their card paid meanwhile, the operator by the security log and its alert. */
  async #notify(
    transaction: Transaction,
    { teamName, stripeCustomerId }: { teamName: string; stripeCustomerId: string },
    formerOwner: { id: string; email: string; firstName: string } | null | undefined,
    payments: LatePayment[],
  ): Promise<void> {
    if (payments.length > 0)
      await this.audit.recordOfJob(
        {
          action: 'plan.former-card',
          outcome: 'Charged',
          userId: formerOwner?.id,
          details: { stripeCustomerId, invoiceIds: payments.map(({ invoiceId }) => invoiceId).join(' ') },
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

  /** What these cards paid since the hand-over. A first payment is none of it: accepting waits until that has ended. */
  async #findPayments(customer: string, former: string[], handedOverAt: Date): Promise<LatePayment[]> {
    return this.provider.call(async (stripe) => {
      const { data: invoices } = await stripe.invoices.list({ customer, status: 'paid', limit: 100 });
      const since = Math.floor(handedOverAt.getTime() / 1000);
      const payments: LatePayment[] = [];
      for (const { id, billing_reason: reason, status_transitions: times } of invoices) {
        if (times.paid_at === null || times.paid_at < since || reason === 'subscription_create') continue;
        const { data } = await stripe.invoicePayments.list({
          invoice: id,
          status: 'paid',
          limit: 100,
          expand: ['data.payment.payment_intent'],
        });
        const paidOn = new Date(times.paid_at * 1000).toISOString();
        for (const { amount_paid: amount, currency, payment } of data)
          if (amount && isOneOf(former, methodOf(payment)))
            payments.push({ invoiceId: id, amount, currency, paidOn });
      }
      return payments;
    });
  }

  async #findCustomer(customerId: string): Promise<Stripe.Customer | undefined> {
    try {
      const customer = await this.provider.call((stripe) => stripe.customers.retrieve(customerId));
      return customer.deleted ? undefined : customer;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  /** The former owner's cards, recorded while no other can be added. Undefined if done already. */
  async #noteFormer(teamId: string, handOverId: string, customer: string): Promise<string[] | undefined> {
    const { data } = await this.provider.call((stripe) =>
      stripe.paymentMethods.list({ customer, limit: 100 }),
    );
    const ids = data.map(({ id }) => id);
    await typedSql(this.prisma)
      .updateTable('subscriptions')
      .set({ formerMethods: ids })
      .where('teamId', '=', teamId)
      .where('handOverId', '=', handOverId)
      .where('formerMethods', 'is', null)
      .execute();
    const found = await this.prisma.subscription.findFirst({
      where: { teamId, handOverId },
      select: { formerMethods: true },
    });
    return found?.formerMethods;
  }

  async #release(customer: Stripe.Customer, former: string[], email: string | undefined): Promise<void> {
    await this.provider.call(async (stripe) => {
      const { data } = await stripe.subscriptions.list({ customer: customer.id, limit: 100 });
      // It is not documented that a detached card stops being a subscription's default.
      for (const { id, default_payment_method: method } of data)
        if (isOneOf(former, method)) await stripe.subscriptions.update(id, { default_payment_method: '' });
      await stripe.customers.update(customer.id, {
        ...(email === undefined ? {} : { email }),
        ...(isOneOf(former, customer.invoice_settings.default_payment_method)
          ? { invoice_settings: { default_payment_method: '' } }
          : {}),
      });
      for (const id of former) await detach(stripe, id);
    });
  }
}

function isOneOf(methods: string[], method: string | { id: string } | null): boolean {
  return method !== null && methods.includes(typeof method === 'string' ? method : method.id);
}

function methodOf({ payment_intent: intent }: Stripe.InvoicePayment.Payment) {
  return typeof intent === 'object' ? intent.payment_method : null;
}

/** Detaching twice is an error; the card is fetched then, since another run may have been faster. */
async function detach(stripe: Stripe, id: string): Promise<void> {
  try {
    await stripe.paymentMethods.detach(id);
  } catch (refused) {
    const { customer } = await stripe.paymentMethods.retrieve(id);
    if (customer !== null) throw refused;
  }
}
