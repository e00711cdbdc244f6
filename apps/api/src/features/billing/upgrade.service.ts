import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import type { UpgradePlanReply } from '@foyer/contracts/billing';
import { PrismaClient } from '@foyer/db/client';
import type { Request } from 'express';
import { AuditService } from '../../audit/audit.service.ts';
import { Jobs } from '../../database/jobs.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Session } from '../../session/session.service.ts';
import { SessionService } from '../../session/session.service.ts';
import {
  CardProvider,
  latestInvoiceOf,
  type PaymentOutcome,
  type ProviderSubscription,
} from './card-provider.ts';
import { BILLING_CHECK_QUEUE, FIRST_CHECK_AFTER_SECONDS } from './billing-jobs.service.ts';
import { SubscriptionSyncService } from './subscription-sync.service.ts';

/** Upgrading the visitor's own team to PRO. */
@Injectable()
export class UpgradeService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionSyncService,
    private readonly sessions: SessionService,
    private readonly jobs: Jobs,
    private readonly audit: AuditService,
  ) {}

  /**
   * Pays for PRO with a card token. However often it is called, at once or again: one customer, one subscription, one
   * charge, because the attempt is one row, every call to the provider carries a key made from it, and nothing new is
   * made while something lives there. A decline leaves the attempt open; the next card pays the same invoice.
   * Throws `EmailMismatch`, `NotOwner`, `AlreadySubscribed`, `CardDeclined`, `PaymentUnavailable`.
   */
  async upgrade(session: Session, email: string, token: string, request: Request): Promise<UpgradePlanReply> {
    if (email !== session.user.email) throw new Refusal('EmailMismatch');
    const team = await this.#findOwnTeam(session);
    // A card that came now would be taken off together with those of the owner before.
    if (team.subscription?.handOverId != null)
      throw new Refusal('PaymentUnavailable', { retryAfterSeconds: 5 });
    const stripeCustomerId = await this.#ensureCustomer(team, email);
    const attemptId = await this.#openAttempt(session);
    try {
      const outcome = await this.#pay(stripeCustomerId, attemptId, token);
      const subscription = await this.#sync(stripeCustomerId);
      return outcome === 'requires-action'
        ? await this.#askToConfirm(session, subscription, request)
        : await this.#welcome(session, subscription, request);
    } catch (refused) {
      if (refused instanceof Refusal) await this.#record(session, refused.code, request);
      throw refused;
    }
  }

  /** What came of a payment that the bank wanted confirmed (3-D Secure): read from the provider and applied. */
  async confirm(session: Session, request: Request): Promise<UpgradePlanReply> {
    const team = await this.#findOwnTeam(session);
    if (!team.subscription) throw new Refusal('NotFound');
    const subscription = await this.#sync(team.subscription.stripeCustomerId);
    if (!stateOf(subscription.status).isRunning) {
      await this.#record(session, 'CardDeclined', request);
      throw new Refusal('CardDeclined', { details: { declineCode: 'authentication_failed' } });
    }
    return this.#welcome(session, subscription, request);
  }

  /** Asks the provider first: now that the attempt is open, what earlier ones came to is to be seen there. */
  async #pay(stripeCustomerId: string, attemptId: string, token: string): Promise<PaymentOutcome> {
    const existing = await this.provider.findSubscription(stripeCustomerId);
    if (stateOf(existing?.status).isRunning) return 'paid';
    const methodId = await this.provider.useCard(stripeCustomerId, token, hashOf(token));
    // Its owner begins anew; somebody who pays its old invoice must not bring it back beside the new one.
    const { isEnded, isFinal, awaitsFirstPayment } = stateOf(existing?.status);
    if (existing && isEnded && !isFinal) await this.provider.cancel(existing.id);
    const subscription =
      existing && awaitsFirstPayment
        ? existing
        : await this.provider.openSubscription(stripeCustomerId, attemptId);
    const { id: invoiceId } = latestInvoiceOf(subscription);
    if (invoiceId === undefined) throw new Refusal('PaymentUnavailable');
    return this.provider.payInvoice(invoiceId, methodId);
  }

  async #sync(stripeCustomerId: string): Promise<ProviderSubscription> {
    const subscription = await this.subscriptions.sync(stripeCustomerId);
    if (!subscription) throw new Refusal('PaymentUnavailable');
    return subscription;
  }

  async #welcome(
    session: Session,
    subscription: ProviderSubscription,
    request: Request,
  ): Promise<UpgradePlanReply> {
    if (!stateOf(subscription.status).isRunning) throw new Refusal('PaymentUnavailable');
    await this.sessions.liftRestriction(session.userId);
    await this.#record(session, 'ok', request);
    return { subscription: { status: subscription.status, currentPeriodEnd: periodEndOf(subscription) } };
  }

  async #askToConfirm(
    session: Session,
    subscription: ProviderSubscription,
    request: Request,
  ): Promise<UpgradePlanReply> {
    const { clientSecret } = latestInvoiceOf(subscription);
    if (clientSecret === undefined) throw new Refusal('PaymentUnavailable');
    await this.#record(session, 'RequiresAction', request);
    return { requiresAction: true, clientSecret };
  }

  async #findOwnTeam(session: Session) {
    const team = await this.prisma.team.findUniqueOrThrow({
      where: { id: session.teamId },
      select: {
        id: true,
        name: true,
        ownerId: true,
        subscription: { select: { stripeCustomerId: true, handOverId: true } },
      },
    });
    if (team.ownerId !== session.userId) throw new Refusal('NotOwner');
    return team;
  }

  /**
   * Callers at once get the same customer, by the key; the row is written by whoever is first. One that was deleted at
   * the provider is made anew: what it had has ended, and is applied before the row lets go of it.
   */
  async #ensureCustomer(
    team: { id: string; name: string; subscription: { stripeCustomerId: string } | null },
    email: string,
  ): Promise<string> {
    const knownId = team.subscription?.stripeCustomerId;
    if (knownId !== undefined && (await this.provider.hasCustomer(knownId))) return knownId;
    if (knownId !== undefined) await this.subscriptions.sync(knownId);
    const stripeCustomerId = await this.provider.createCustomer(team, email, knownId);
    await this.prisma.$executeRaw`
      INSERT INTO subscriptions (team_id, stripe_customer_id) VALUES (${team.id}::uuid, ${stripeCustomerId})
      ON CONFLICT (team_id) DO UPDATE SET stripe_customer_id = excluded.stripe_customer_id
       WHERE subscriptions.stripe_customer_id = ${knownId ?? ''}`;
    return stripeCustomerId;
  }

  /**
   * The one open attempt of the team. Looked for under the lock that a sync takes, so that we either share the attempt
   * or see what ended it. Whatever becomes of us, a job looks after it from now on.
   */
  async #openAttempt({ teamId, userId }: Session): Promise<string> {
    return this.prisma.$transaction(async (transaction) => {
      const [subscription] = await transaction.$queryRaw<{ status: string }[]>`
        SELECT status FROM subscriptions WHERE team_id = ${teamId}::uuid FOR UPDATE`;
      if (stateOf(subscription?.status).isRunning) throw new Refusal('AlreadySubscribed');
      const [attempt] = await transaction.$queryRaw<[{ id: string; isNew: boolean }]>`
        INSERT INTO payment_attempts (team_id, user_id) VALUES (${teamId}::uuid, ${userId}::uuid)
        ON CONFLICT (team_id) WHERE status = 'open' DO UPDATE SET used_at = now()
        RETURNING id, used_at = created_at AS "isNew"`;
      if (attempt.isNew)
        await this.jobs.send(
          transaction,
          BILLING_CHECK_QUEUE,
          { attemptId: attempt.id },
          FIRST_CHECK_AFTER_SECONDS,
        );
      return attempt.id;
    });
  }

  async #record(session: Session, outcome: string, request: Request): Promise<void> {
    const { userId, user } = session;
    await this.audit.record({ action: 'plan.upgrade', outcome, userId, email: user.email }, request);
  }
}

function periodEndOf(subscription: ProviderSubscription): string {
  return new Date((subscription.items.data[0]?.current_period_end ?? 0) * 1000).toISOString();
}

/** Names a token in an idempotency key without giving it away. */
function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 40);
}
