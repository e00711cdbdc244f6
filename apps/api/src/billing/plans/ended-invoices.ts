import { Inject, Injectable } from '@nestjs/common';
import { NEVER_PAID, stateOf, type SubscriptionEnd } from '@foyer/catalog/subscription-states';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { AuditService } from '../../audit/audit.service.ts';
import { log } from '../../observe/log.ts';
import { CardProvider, idOf, type Stripe } from '../provider/card-provider.ts';
import { isCode, isInvalidRequest } from '../provider/card-provider-errors.ts';

/**
 * What became of an invoice that was not simply voided. `NotVoided`: it is paid in part, its payment is under way, or it was
 * settled without a card.
 */
type Outcome = 'Refunded' | 'Paid' | 'NotVoided';

type Closed = { status: Stripe.Invoice.Status | null; isLate: boolean };

/** Closes the invoices of subscriptions that have ended, so that no one pays for a plan that is over. */
@Injectable()
export class EndedInvoicesService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly mails: MailQueue,
    private readonly audit: AuditService,
  ) {}

  /**
   * For each subscription that has ended: finalizes its drafts and voids its unpaid invoices. An invoice that was paid all the
   * same is refunded if we ended its plan as unpaid; owner and operator are told. Idempotent. `givenUp`: what was unpaid when the
   * caller ended its plan, since another job may have found it paid and forgotten it.
   */
  async settle(stripeCustomerId: string, givenUp: readonly string[] = []): Promise<void> {
    const ended = new Map<string, number>();
    for (const { id, status, ended_at: at } of await this.provider.listSubscriptions(stripeCustomerId))
      if (stateOf(status).isFinal && status !== NEVER_PAID) ended.set(id, at ?? Infinity);
    if (ended.size === 0) return;
    const invoices = await this.provider.call((stripe) =>
      stripe.invoices.list({ customer: stripeCustomerId, limit: 100 }).autoPagingToArray({ limit: 1_000 }),
    );
    for (const invoice of invoices) {
      const endedAt = ended.get(subscriptionOf(invoice) ?? '');
      if (endedAt !== undefined) await this.#settleOne(stripeCustomerId, invoice, endedAt, givenUp);
    }
  }

  /** The owner's end of a subscription that was begun and is not finished. */
  async findGivenUp(subscriptionId: string): Promise<{ endsAs: SubscriptionEnd | null } | undefined> {
    const found = await this.prisma.unpaidInvoice.findFirst({
      where: { subscriptionId, outcome: null },
      select: { endsAs: true },
    });
    return found ?? undefined;
  }

  /** Called when the plan was paid after all, and stays. */
  async forgetGivenUp(subscriptionId: string): Promise<void> {
    await this.prisma.unpaidInvoice.deleteMany({ where: { subscriptionId, outcome: null } });
  }

  async wasRefunded(subscriptionId: string): Promise<boolean> {
    const outcome: Outcome = 'Refunded';
    return (await this.prisma.unpaidInvoice.count({ where: { subscriptionId, outcome } })) > 0;
  }

  async #settleOne(
    stripeCustomerId: string,
    invoice: Stripe.Invoice,
    endedAt: number,
    givenUp: readonly string[],
  ): Promise<void> {
    const { id } = invoice;
    if (id === undefined) return;
    const { status, isLate } = await this.#close(id, invoice.status);
    if (status === 'void') return this.#forget(id);
    const report = (outcome: Outcome, amount = 0) => this.#report(stripeCustomerId, invoice, outcome, amount);
    if (status !== 'paid') return report('NotVoided');
    const noted = await this.prisma.unpaidInvoice.findUnique({ where: { invoiceId: id } });
    const known = noted ?? (givenUp.includes(id) ? { outcome: null } : undefined);
    if (known?.outcome === 'Refunded' || known?.outcome === 'Paid') return;
    if (!known && !isLate && (invoice.status_transitions.paid_at ?? 0) <= endedAt) return;
    const payments = await this.#findCardPayments(id);
    const amount = payments.reduce((sum, payment) => sum + payment.amount, 0);
    if (amount === 0) return report('NotVoided');
    const isOurs = known !== undefined && known.outcome === null;
    return report(isOurs && (await this.#refundAll(payments)) ? 'Refunded' : 'Paid', amount);
  }

  /** Voids an unpaid invoice. Gives its status then; `isLate` if it was paid when it was to be voided. */
  async #close(id: string, status: Stripe.Invoice.Status | null): Promise<Closed> {
    if (status === 'paid' || status === 'void') return { status, isLate: false };
    try {
      // A subscription's draft can be neither voided nor deleted.
      const invoice = await this.provider.call((stripe) =>
        status === 'draft'
          ? stripe.invoices.finalizeInvoice(id, { auto_advance: false }).catch((refused: unknown) => {
              // Another job has finalized it.
              if (isInvalidRequest(refused)) return stripe.invoices.retrieve(id);
              throw refused;
            })
          : stripe.invoices.retrieve(id),
      );
      if (invoice.status !== 'open' && invoice.status !== 'uncollectible')
        return { status: invoice.status, isLate: invoice.status === 'paid' };
      const payment = await this.provider.findPayment(id);
      if (invoice.amount_paid > 0 || payment.status === 'processing')
        return { status: invoice.status, isLate: false };
      return (await this.provider.voidInvoice(id))
        ? { status: 'void', isLate: false }
        : { status: 'paid', isLate: true };
    } catch (refused) {
      // What the provider does not let us void is the operator's.
      if (!isInvalidRequest(refused)) throw refused;
      return { status, isLate: false };
    }
  }

  async #findCardPayments(invoice: string): Promise<{ intentId: string; amount: number }[]> {
    const { data } = await this.provider.call((stripe) =>
      stripe.invoicePayments.list({ invoice, status: 'paid' }),
    );
    return data.flatMap(({ payment, amount_paid: amount }) => {
      const intentId = idOf(payment.payment_intent);
      return intentId === undefined || !amount ? [] : [{ intentId, amount }];
    });
  }

  /** False if the provider refuses, as it does for a disputed payment: then it is the operator's. */
  async #refundAll(payments: { intentId: string }[]): Promise<boolean> {
    try {
      for (const { intentId } of payments) await this.#refund(intentId);
      return true;
    } catch (refused) {
      if (!isInvalidRequest(refused)) throw refused;
      return false;
    }
  }

  async #refund(intentId: string): Promise<void> {
    try {
      await this.provider.call((stripe) =>
        stripe.refunds.create({ payment_intent: intentId }, { idempotencyKey: `refund-${intentId}` }),
      );
    } catch (refused) {
      if (!isCode(refused, 'charge_already_refunded')) throw refused;
    }
  }

  async #forget(invoiceId: string): Promise<void> {
    await this.prisma.unpaidInvoice.deleteMany({ where: { invoiceId, outcome: null } });
  }

  /** Tells the operator, by the security log and its alert, and of money that was taken the owner. Once. */
  async #report(
    stripeCustomerId: string,
    invoice: Stripe.Invoice,
    outcome: Outcome,
    amount: number,
  ): Promise<void> {
    // A refund goes to the card alone: credit that the invoice used is for the operator to give back.
    const credit = invoice.total - invoice.amount_due;
    const details = { invoiceId: invoice.id, stripeCustomerId, ...(credit > 0 && { credit }) };
    const isNew = await this.prisma.$transaction(async (transaction) => {
      const team = await transaction.team.findFirst({
        where: { subscription: { stripeCustomerId } },
        select: { id: true, owner: { select: { id: true, email: true, firstName: true } } },
      });
      if (!team || !(await noteOutcome(transaction, team.id, invoice, outcome))) return false;
      const { owner } = team;
      await this.audit.recordOfJob(
        { action: 'plan.unpaid-invoice', outcome, userId: owner?.id, details },
        transaction,
      );
      if (owner && outcome !== 'NotVoided')
        await this.mails.enqueueMail(transaction, {
          kind: 'late-payment',
          to: owner.email,
          content: {
            firstName: owner.firstName,
            amount,
            currency: invoice.currency,
            isRefunded: outcome === 'Refunded',
          },
        });
      return true;
    });
    if (isNew)
      log.warn({ ...details, outcome, amount }, 'an invoice of a plan that has ended was not voided');
  }
}

async function noteOutcome(
  transaction: Transaction,
  teamId: string,
  invoice: Stripe.Invoice,
  outcome: Outcome,
): Promise<boolean> {
  const noted = await typedSql(transaction)
    .insertInto('unpaidInvoices')
    .values({ invoiceId: invoice.id ?? '', teamId, subscriptionId: subscriptionOf(invoice) ?? '', outcome })
    .onConflict((conflict) =>
      conflict
        .column('invoiceId')
        .doUpdateSet({ outcome })
        .where('unpaidInvoices.outcome', 'is distinct from', outcome),
    )
    .returning('invoiceId')
    .execute();
  return noted.length > 0;
}

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  return idOf(parent?.subscription_details?.subscription);
}
