import { Inject, Injectable } from '@nestjs/common';
import type { CardSetupReply, OpenPaymentReply, PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { API_ANSWER_MS, PROVIDER_TRY_MS } from '@foyer/contracts/deadlines';
import { PrismaClient } from '@foyer/db/client';
import { ahead, typedSql } from '@foyer/db/typed-sql';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../identity/session.service.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { latestInvoiceOf } from '../provider/card-provider.ts';
import { isMissing } from '../provider/card-provider-errors.ts';
import { CustomerCards } from './customer-cards.ts';
import { SubscriptionSyncService } from '../plans/subscriptions.service.ts';

/** A payment that was begun has reached the provider by then, or never does. */
const PAYING_SECONDS = (API_ANSWER_MS + PROVIDER_TRY_MS) / 1000;

/** The card of a team's plan: shows it, replaces it, and collects a payment still due with the new one. */
@Injectable()
export class CardChangeService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly cards: CustomerCards,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly audit: AuditService,
  ) {}

  /** What only the provider knows, which may be unreachable. */
  async describe(session: Session): Promise<PaymentsReply> {
    const found = await this.#findOwn(session);
    if (!found) return { invoices: [] };
    const { stripeCustomerId } = found;
    const payments = await this.cards.findPayments(
      stripeCustomerId,
      await this.subscriptions.sync(stripeCustomerId),
    );
    // As long as it is at the provider, it is the former owner's (former-cards.ts).
    return found.handOverId === null ? payments : { invoices: payments.invoices };
  }

  async startSetup(session: Session): Promise<CardSetupReply> {
    const customerId = await this.#needCustomer(session);
    return this.#unlessGone(customerId, async () => ({
      clientSecret: await this.cards.startSetup(customerId),
    }));
  }

  /**
   * Makes the SetupIntent's card the one to charge and retries what is unpaid with it. Idempotent: an invoice is paid
   * once. Throws `CardDeclined` if the bank rejected the card.
   */
  async replace(session: Session, setupIntentId: string, request: RequestContext): Promise<OpenPaymentReply> {
    const customerId = await this.#needCustomer(session);
    const methodId = await this.cards.findSetUpCard(customerId, setupIntentId);
    const subscription = await this.subscriptions.sync(customerId);
    await this.#unlessGone(customerId, () => this.cards.chargeFromNowOn(customerId, methodId, subscription));
    await this.#record(session, 'plan.card', 'ok', request);
    const owed = await this.cards.findOpenPayment(subscription);
    if (owed.state === 'none' || owed.state === 'paid') return { state: 'none' };
    const invoiceId = subscription && latestInvoiceOf(subscription).id;
    const isKnown = invoiceId === undefined || (await this.#pay(customerId, invoiceId, methodId));
    const payment = await this.#readOutcome(session, customerId, request);
    return isKnown || payment.state === 'paid' ? payment : { state: 'unknown' };
  }

  /**
   * Tries the open invoice with the card. Meanwhile no end of the plan is begun; one that was begun forbids the payment
   * (`PlanEnded`). Where the answer was lost it is held until no payment can be on its way any more.
   */
  async #pay(stripeCustomerId: string, invoiceId: string, methodId: string): Promise<boolean> {
    await this.prisma.$transaction(async (transaction) => {
      await typedSql(transaction)
        .updateTable('subscriptions')
        .set({ payingUntil: ahead({ seconds: PAYING_SECONDS }) })
        .where('stripeCustomerId', '=', stripeCustomerId)
        .execute();
      // Read after the row is locked: an end that is begun holds it, too (plan-end.ts).
      const isEnding = await transaction.unpaidInvoice.count({ where: { invoiceId, outcome: null } });
      if (isEnding > 0) throw new Problem('PlanEnded');
    });
    const isKnown = await this.cards.tryToPay(invoiceId, methodId);
    if (isKnown)
      await this.prisma.subscription.updateMany({ where: { stripeCustomerId }, data: { payingUntil: null } });
    return isKnown;
  }

  /** The unpaid invoice, as the provider has it now. */
  async findOpenPayment(session: Session): Promise<OpenPaymentReply> {
    const customerId = await this.#findCustomer(session);
    if (customerId === undefined) return { state: 'none' };
    return this.cards.findOpenPayment(await this.subscriptions.sync(customerId));
  }

  /** Its state after the page has passed the bank's challenge. */
  async reconcileOpenPayment(session: Session, request: RequestContext): Promise<OpenPaymentReply> {
    return this.#readOutcome(session, await this.#needCustomer(session), request);
  }

  /** The card is replaced whatever the payment's outcome: if that cannot be read, it is unknown, not a failure. */
  async #readOutcome(
    session: Session,
    customerId: string,
    request: RequestContext,
  ): Promise<OpenPaymentReply> {
    try {
      const subscription = await this.subscriptions.sync(customerId);
      const payment = await this.cards.findOpenPayment(subscription);
      // Nothing is due any more: it was paid, or an operator voided it.
      const isPaid = subscription && latestInvoiceOf(subscription).status === 'paid';
      const outcome: OpenPaymentReply = payment.state === 'none' && isPaid ? { state: 'paid' } : payment;
      await this.#record(session, 'plan.pay', outcome.state, request);
      return outcome;
    } catch (error) {
      if (error instanceof Problem && error.code === 'PaymentUnavailable') return { state: 'unknown' };
      throw error;
    }
  }

  /** A customer deleted at the provider has no plan any more: our copy is updated and `PlanEnded` thrown. */
  async #unlessGone<T>(customerId: string, work: () => Promise<T>): Promise<T> {
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
    // A card added now would be detached together with those of the former owner.
    if (found.handOverId !== null) throw new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
    return found.stripeCustomerId;
  }

  /** The customer of the visitor's own team. Throws `NotOwner`. */
  async #findCustomer(session: Session): Promise<string | undefined> {
    return (await this.#findOwn(session))?.stripeCustomerId;
  }

  async #findOwn(session: Session) {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: { ownerId: true, subscription: { select: { stripeCustomerId: true, handOverId: true } } },
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
}
