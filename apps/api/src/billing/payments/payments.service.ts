import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type {
  PaymentStateReply,
  Sum,
  UpgradePlanBody,
  UpgradePlanReply,
} from '@foyer/contracts/billing/billing';
import { API_ANSWER_MS, PAYMENT_WATCH_MS } from '@foyer/contracts/deadlines';
import { PrismaClient } from '@foyer/db/client';
import { AuditService } from '../../audit/audit.service.ts';
import { requireOwner } from '../../identity/access.ts';
import type { Session } from '../../identity/session.service.ts';
import { logError } from '../../observe/log.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { BilledToService } from '../billed-to/billed-to.service.ts';
import { SubscriptionsService } from '../plans/subscriptions.service.ts';
import { CardProvider, latestInvoiceOf, sumDueOf } from '../provider/card-provider.ts';
import { timeLeft } from '../provider/deadline.ts';
import { nothingCharged, problemOf, resultOf, type PaymentResult, type PaymentInput } from './attempt.ts';
import { AttemptsService, type ClaimedAttempt, type ClaimResult } from './attempts.service.ts';
import { findLatestAttempt } from './attempts.queries.ts';
import { prepareSubscription } from './prepare-subscription.ts';

/** How long a stopping process waits for payments. The jobs of the attempts finish the rest. */
const STOPPING_MS = 10_000;

/**
 * Reports a payment as made or failed only if that is certain, and otherwise as `unknown` (invariant 15 of
 * docs/security.md).
 */
@Injectable()
export class PaymentsService implements BeforeApplicationShutdown {
  readonly #working = new Set<Promise<unknown>>();

  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly provider: CardProvider,
    private readonly subscriptions: SubscriptionsService,
    private readonly attempts: AttemptsService,
    private readonly billedTo: BilledToService,
    private readonly audit: AuditService,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.race([Promise.allSettled(this.#working), sleep(STOPPING_MS, undefined, { ref: false })]);
  }

  /**
   * Repeated and concurrent calls, on any replica, create one customer, one subscription and one charge. After a
   * decline, the attempt stays open for the next card. Charges only the sum `quoted`, if the page sent it. Throws
   * `EmailMismatch`, the problems of `AttemptsService.claim`, and the problem of a failed payment.
   */
  async upgrade(
    session: Session,
    { email, token, quoted }: UpgradePlanBody,
    request: RequestContext,
  ): Promise<UpgradePlanReply> {
    if (email !== session.user.email) throw new Problem('EmailMismatch');
    const input = { cardHash: hashOf(token), quoted };
    for (;;) {
      const claim = await this.#claim(session, input, request);
      if (claim.kind === 'finished') return this.#reply(session, claim.result, request);
      if (claim.kind === 'claimed')
        return this.#reply(
          session,
          await this.#answerWithinDeadline(this.#pay(claim.attempt, session, token, quoted)),
          request,
        );
      const watched = await this.attempts.watch(claim.attemptId, timeLeft(API_ANSWER_MS));
      // If there is no outcome although time is left, the call that worked on the attempt has crashed.
      if (!watched && timeLeft(API_ANSWER_MS) > 0) continue;
      const result = watched ?? unknown;
      // An outcome of another card or sum does not answer this call. If it is not `paid`, the loop tries this card.
      const isSame = claim.isSameCard && (claim.isSameSum || result.kind !== 'sum-changed');
      if (isSame || result.kind === 'paid') return this.#reply(session, result, request);
      if (timeLeft(API_ANSWER_MS) === 0) return this.#reply(session, unknown, request);
    }
  }

  /**
   * For a page that lost the answer or has passed the bank's challenge. With the token of a card, reports only an
   * attempt with that card. Throws `NotOwner`, `NotFound` if the team's latest attempt was with another card or there
   * is none, and the problem of a failed payment.
   */
  async confirm(
    session: Session,
    token: string | undefined,
    request: RequestContext,
  ): Promise<UpgradePlanReply> {
    const { id: teamId } = await requireOwner(this.prisma, session);
    const latest = await findLatestAttempt(this.prisma, teamId);
    if (token !== undefined && latest?.cardHash !== hashOf(token)) throw new Problem('NotFound');
    const known =
      latest && (latest.isHeld ? await this.attempts.watch(latest.id, PAYMENT_WATCH_MS) : resultOf(latest));
    if (known && nothingCharged.has(known.kind)) return this.#reply(session, known, request);
    return this.#reply(session, await this.#answerWithinDeadline(this.#find(teamId)), request);
  }

  async describe(session: Session): Promise<PaymentStateReply> {
    const latest = await findLatestAttempt(this.prisma, session.teamId);
    return { isPending: latest?.status === 'open' && (resultOf(latest) ?? unknown).kind === 'unknown' };
  }

  async reconcile(attemptId: string, wasFoundByJob = false): Promise<PaymentResult> {
    const attempt = await this.attempts.claimToReconcile(attemptId);
    if (!attempt) return (await this.attempts.watch(attemptId, 0)) ?? unknown;
    return this.attempts.finishAfter(attempt, () => this.#reconcile(attempt), wasFoundByJob);
  }

  /** If the team has PRO in our copy, asks the provider, because the copy may be stale. */
  async #claim(session: Session, input: PaymentInput, request: RequestContext): Promise<ClaimResult> {
    try {
      return await this.attempts.claim(session, input, request);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'AlreadySubscribed') throw error;
      const read = await this.#readOfTeam(session.teamId);
      if (!read || subscriptionStateOf(read.status).isRunning) throw error;
      return this.attempts.claim(session, input, request);
    }
  }

  async #find(teamId: string): Promise<PaymentResult> {
    const read = await this.#readOfTeam(teamId);
    if (subscriptionStateOf(read?.status).isRunning) return { kind: 'paid' };
    const latest = await findLatestAttempt(this.prisma, teamId);
    if (!latest) throw new Problem('NotFound');
    return latest.status === 'open' ? this.reconcile(latest.id) : (resultOf(latest) ?? unknown);
  }

  async #readOfTeam(teamId: string) {
    const customerId = await this.#findCustomer(teamId);
    return customerId === undefined ? undefined : this.#read(customerId);
  }

  async #read(stripeCustomerId: string) {
    try {
      return await this.subscriptions.sync(stripeCustomerId);
    } catch (error) {
      if (error instanceof Problem) return undefined;
      throw error;
    }
  }

  async #pay(
    attempt: ClaimedAttempt,
    session: Session,
    token: string,
    quoted: Sum | undefined,
  ): Promise<PaymentResult> {
    return this.attempts.finishAfter(attempt, async () => {
      if (attempt.chargedMethodId !== null) {
        const reconciled = await this.#reconcile(attempt);
        if (reconciled.kind === 'paid' || reconciled.kind === 'unknown') return reconciled;
      }
      return this.#charge(attempt, session, token, quoted);
    });
  }

  async #charge(
    attempt: ClaimedAttempt,
    session: Session,
    token: string,
    quoted: Sum | undefined,
  ): Promise<PaymentResult> {
    const customerId = await this.billedTo.ensureCustomer(attempt.teamId, session.user.email, attempt.key);
    const { provider, subscriptions } = this;
    const existing = await provider.findSubscription(customerId);
    if (subscriptionStateOf(existing?.status).isRunning) return this.#syncPaid(customerId);
    const card = await provider.useCard(customerId, token, hashOf(token), attempt.key);
    const subscription = await prepareSubscription(
      { provider, subscriptions },
      card,
      attempt,
      customerId,
      existing,
    );
    // The invoice was paid meanwhile, or the customer's credit has paid it.
    if (subscription === 'paid' || subscriptionStateOf(subscription.status).isRunning)
      return this.#syncPaid(customerId);
    const { methodId } = card;
    const { id: invoiceId } = latestInvoiceOf(subscription);
    const due = sumDueOf(subscription);
    if (invoiceId === undefined || !due) return { kind: 'unavailable' };
    if (quoted && (quoted.cents !== due.cents || quoted.currency !== due.currency))
      return (await subscriptions.endFirstPayment(customerId, subscription))
        ? { kind: 'sum-changed', sum: due }
        : this.#syncPaid(customerId);
    await this.attempts.noteCharge(attempt, methodId);
    try {
      const outcome = await provider.payInvoice(invoiceId, methodId);
      return outcome === 'paid' ? await this.#syncPaid(customerId) : { kind: 'requires-action' };
    } catch (error) {
      if (error instanceof Problem && error.code === 'CardDeclined') throw error;
      logError(error, 'the outcome of a payment is unknown');
      return this.#reconcileCharge(customerId, methodId);
    }
  }

  async #syncPaid(customerId: string): Promise<PaymentResult> {
    const subscription = await this.#read(customerId);
    return subscriptionStateOf(subscription?.status).isRunning ? { kind: 'paid' } : unknown;
  }

  async #reconcile({ teamId, chargedMethodId }: ClaimedAttempt): Promise<PaymentResult> {
    const customerId = await this.#findCustomer(teamId);
    if (customerId === undefined || chargedMethodId === null) return { kind: 'unavailable' };
    return this.#reconcileCharge(customerId, chargedMethodId);
  }

  /**
   * A charge that the provider has not seen may still be in flight. In this case, voids the invoice, so that the charge
   * fails unless the provider receives it first. Returns `unknown` if the outcome is not certain yet.
   */
  async #reconcileCharge(customerId: string, methodId: string): Promise<PaymentResult> {
    const subscription = await this.subscriptions.sync(customerId);
    if (subscriptionStateOf(subscription?.status).isRunning) return { kind: 'paid' };
    if (!subscription || !subscriptionStateOf(subscription.status).awaitsFirstPayment)
      return { kind: 'unavailable' };
    const { id: invoiceId } = latestInvoiceOf(subscription);
    if (invoiceId === undefined) return { kind: 'unavailable' };
    const payment = await this.provider.findPayment(invoiceId);
    if (payment.status === 'processing' || payment.status === 'succeeded') return unknown;
    if (payment.status === 'requires_action' && payment.methodId === methodId)
      return { kind: 'requires-action' };
    if (payment.failure?.methodId === methodId) return { kind: 'declined', ...payment.failure };
    const isOver = await this.subscriptions.endFirstPayment(customerId, subscription);
    return isOver ? { kind: 'unavailable' } : unknown;
  }

  async #answerWithinDeadline(work: Promise<PaymentResult>): Promise<PaymentResult> {
    const noted = work
      .catch((error: unknown) => logError(error, 'a payment was not finished'))
      .finally(() => this.#working.delete(noted));
    this.#working.add(noted);
    return Promise.race([work, sleep(timeLeft(API_ANSWER_MS), unknown, { ref: false })]);
  }

  async #reply(session: Session, result: PaymentResult, request: RequestContext): Promise<UpgradePlanReply> {
    if (result.kind === 'requires-action') return this.#askToConfirm(session, request);
    const problem = problemOf(result);
    if (problem) {
      await this.#record(session, problem.code, request);
      throw problem;
    }
    if (result.kind === 'paid') return this.#welcome(session, request);
    await this.#record(session, 'Pending', request);
    return { pending: true };
  }

  async #welcome(session: Session, request: RequestContext): Promise<UpgradePlanReply> {
    const { status, currentPeriodEnd } = await this.prisma.subscription.findUniqueOrThrow({
      where: { teamId: session.teamId },
      select: { status: true, currentPeriodEnd: true },
    });
    await this.#record(session, 'ok', request);
    return { subscription: { status, currentPeriodEnd: currentPeriodEnd?.toISOString() ?? '' } };
  }

  async #askToConfirm(session: Session, request: RequestContext): Promise<UpgradePlanReply> {
    const subscription = await this.#readOfTeam(session.teamId);
    const { status, clientSecret } = subscription ? latestInvoiceOf(subscription) : {};
    if (status === 'void' || subscriptionStateOf(subscription?.status).isFinal)
      return this.#reply(session, { kind: 'unavailable' }, request);
    if (clientSecret === undefined) return { pending: true };
    await this.#record(session, 'RequiresAction', request);
    return { requiresAction: true, clientSecret };
  }

  async #findCustomer(teamId: string): Promise<string | undefined> {
    const subscription = await this.prisma.subscription.findUnique({
      where: { teamId },
      select: { stripeCustomerId: true },
    });
    return subscription?.stripeCustomerId;
  }

  async #record(session: Session, outcome: string, request: RequestContext): Promise<void> {
    const { userId, user } = session;
    await this.audit.record({ action: 'plan.upgrade', outcome, userId, email: user.email }, request);
  }
}

const unknown: PaymentResult = { kind: 'unknown' };

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 40);
}
