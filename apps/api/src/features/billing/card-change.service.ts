import { Inject, Injectable } from '@nestjs/common';
import type { CardSetupReply, OpenPaymentReply, PaymentsReply } from '@foyer/contracts/billing-card';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { AuditService } from '../../audit/audit.service.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../session/session.service.ts';
import { latestInvoiceOf } from './card-provider.ts';
import { isMissing } from './card-provider-errors.ts';
import { CustomerCards } from './customer-cards.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';

/** The card of a team's plan: what it is, another one in its place, and the payment that one may still owe. */
@Injectable()
export class CardChangeService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly cards: CustomerCards,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly audit: AuditService,
  ) {}

  /** What only the provider knows: it may be out of reach when our own copy is not. */
  async describe(session: Session): Promise<PaymentsReply> {
    const found = await this.#findOwn(session);
    if (!found) return { invoices: [] };
    const { stripeCustomerId } = found;
    const payments = await this.cards.findPayments(
      stripeCustomerId,
      await this.subscriptions.sync(stripeCustomerId),
    );
    // As long as it is at the provider, it is the former owner's (former-cards.service.ts).
    return found.handOverId === null ? payments : { invoices: payments.invoices };
  }

  async startSetup(session: Session): Promise<CardSetupReply> {
    const customerId = await this.#needCustomer(session);
    return this.#unlessGone(customerId, async () => ({
      clientSecret: await this.cards.startSetup(customerId),
    }));
  }

  /**
   * Charges everything to the card of a SetupIntent from now on, and tries what is unpaid with it at once. Repeating it
   * changes nothing: an invoice is paid once. Throws `CardDeclined` where the bank did not agree to the card.
   */
  async replace(session: Session, setupIntentId: string, request: Request): Promise<OpenPaymentReply> {
    const customerId = await this.#needCustomer(session);
    const methodId = await this.cards.findSetUpCard(customerId, setupIntentId);
    const subscription = await this.subscriptions.sync(customerId);
    await this.#unlessGone(customerId, () => this.cards.chargeFromNowOn(customerId, methodId, subscription));
    await this.#record(session, 'plan.card', 'ok', request);
    const owed = await this.cards.findOpenPayment(subscription);
    if (owed.state === 'none' || owed.state === 'paid') return { state: 'none' };
    const invoiceId = subscription && latestInvoiceOf(subscription).id;
    const isKnown = invoiceId === undefined || (await this.cards.tryToPay(invoiceId, methodId));
    const payment = await this.#readOutcome(session, customerId, request);
    return isKnown || payment.state === 'paid' ? payment : { state: 'unknown' };
  }

  /** What is owed, as the provider has it now. */
  async findOpenPayment(session: Session): Promise<OpenPaymentReply> {
    const customerId = await this.#findCustomer(session);
    if (customerId === undefined) return { state: 'none' };
    return this.cards.findOpenPayment(await this.subscriptions.sync(customerId));
  }

  /** What became of it after the page had the bank asked. */
  async reconcileOpenPayment(session: Session, request: Request): Promise<OpenPaymentReply> {
    return this.#readOutcome(session, await this.#needCustomer(session), request);
  }

  /** The card is in place whatever comes of the payment: where that cannot be read, it is unknown and no failure. */
  async #readOutcome(session: Session, customerId: string, request: Request): Promise<OpenPaymentReply> {
    try {
      const subscription = await this.subscriptions.sync(customerId);
      const payment = await this.cards.findOpenPayment(subscription);
      // Nothing is owed any more: because it was paid, or because an operator has voided it.
      const isPaid = subscription && latestInvoiceOf(subscription).status === 'paid';
      const outcome: OpenPaymentReply = payment.state === 'none' && isPaid ? { state: 'paid' } : payment;
      await this.#record(session, 'plan.pay', outcome.state, request);
      return outcome;
    } catch (error) {
      if (error instanceof Problem && error.code === 'PaymentUnavailable') return { state: 'unknown' };
      throw error;
    }
  }

  /** The plan of a customer who was deleted at the provider has ended: so our copy says, and `PlanEnded` is thrown. */
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
    // A card that came now would be taken off together with those of the owner before.
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

  async #record(session: Session, action: 'plan.card' | 'plan.pay', outcome: string, request: Request) {
    const { userId, user } = session;
    await this.audit.record({ action, outcome, userId, email: user.email }, request);
  }
}
