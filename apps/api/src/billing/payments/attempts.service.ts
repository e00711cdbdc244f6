import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import { PAYMENT_WORK_MS } from '@foyer/contracts/deadlines';
import { problemTypes } from '@foyer/contracts/problem';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { BILLING_CHECK_QUEUE } from '@foyer/mail/queues';
import { ConsentsService } from '../../consents/consents.service.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable.ts';
import { Jobs } from '../../database/jobs.ts';
import type { Session } from '../../identity/session.service.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { logError } from '../../observe/log.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import { lockTeam } from '../../teams/teams.queries.ts';
import { isFinalAnswer } from '../provider/card-provider-errors.ts';
import { withDeadline } from '../provider/deadline.ts';
import { nothingCharged, resultOf, type PaymentResult, type PaymentInput } from './attempt.ts';
import {
  claimForCard,
  claimWithOutcome,
  findAttempt,
  findLatestAttempt,
  finishRound,
  lockSubscription,
  noteCharge,
  openAttempt,
  renewLease,
  type ClaimedRow,
} from './attempts.queries.ts';
import { leaseFromNow, underLease, type Lease } from './lease.ts';

/** Usually, the visitor's own request has finished before this check. */
const FIRST_CHECK_AFTER_SECONDS = 15;
const LOOK_EVERY_MS = 250;
/** Concurrent calls wait for the team's lock and hold connections, so these limits are longer than the defaults. */
const PATIENCE = { maxWait: 10_000, timeout: 15_000 };

export type ClaimedAttempt = ClaimedRow & {
  key: string;
  lease: Lease;
};

export type ClaimResult =
  | { kind: 'claimed'; attempt: ClaimedAttempt }
  | { kind: 'held'; attemptId: string; isSameCard: boolean; isSameSum: boolean }
  | { kind: 'finished'; result: PaymentResult };

/**
 * A unique index allows one open attempt per team. One call at a time works on it, on any replica. The other calls
 * get its result. Rows are locked in this order: user, team, subscription, attempt.
 */
@Injectable()
export class AttemptsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly notices: NoticesService,
    private readonly consents: ConsentsService,
  ) {}

  /**
   * Returns `held` if another call works on the attempt, and `finished` if an earlier outcome of this card still
   * applies. Takes the team's lock, as leaving the team does. Throws `NotOwner`, `AlreadySubscribed`,
   * `PaymentUnavailable`.
   */
  async claim(
    { teamId, userId }: Session,
    input: PaymentInput,
    request: RequestContext,
  ): Promise<ClaimResult> {
    const claimed = async (transaction: Transaction, attempt: ClaimedAttempt): Promise<ClaimResult> => {
      await this.consents.keepOfPurchase(transaction, userId, attempt.id, request);
      return { kind: 'claimed', attempt };
    };
    const run = () =>
      this.prisma.$transaction(async (transaction): Promise<ClaimResult> => {
        const team = await lockTeam(transaction, teamId);
        if (team?.ownerId !== userId || (await isAccountLeaving(transaction, userId)))
          throw new Problem('NotOwner');
        const subscription = await lockSubscription(transaction, teamId);
        // The owner transfer might also detach a card that is added now.
        if (subscription?.transferId) throw new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
        const latest = await findLatestAttempt(transaction, teamId);
        const isSameCard = latest?.cardHash === input.cardHash;
        const isSameSum =
          latest?.quotedCents === (input.quoted?.cents ?? null) &&
          latest.quotedCurrency === (input.quoted?.currency ?? null);
        if (subscriptionStateOf(subscription?.status).isRunning) {
          if (isSameCard && latest.status === 'succeeded')
            return { kind: 'finished', result: { kind: 'paid' } };
          throw new Problem('AlreadySubscribed');
        }
        if (latest?.status !== 'open')
          return claimed(transaction, await this.#open(transaction, teamId, userId, input));
        if (latest.isHeld) return { kind: 'held', attemptId: latest.id, isSameCard, isSameSum };
        const result = resultOf(latest);
        if (isSameCard && (result?.kind === 'declined' || result?.kind === 'requires-action'))
          return { kind: 'finished', result };
        if (isSameCard && isSameSum && result?.kind === 'sum-changed') return { kind: 'finished', result };
        const lease = leaseFromNow();
        return claimed(transaction, claimedOf(await claimForCard(transaction, latest.id, input), lease));
      }, PATIENCE);
    return retryConflicts(run, isDatabaseUnavailable);
  }

  async #open(
    transaction: Transaction,
    teamId: string,
    userId: string,
    input: PaymentInput,
  ): Promise<ClaimedAttempt> {
    const lease = leaseFromNow();
    const opened = await openAttempt(transaction, teamId, userId, input);
    const job = { attemptId: opened.id };
    await this.jobs.send(transaction, BILLING_CHECK_QUEUE, job, FIRST_CHECK_AFTER_SECONDS);
    return claimedOf(opened, lease);
  }

  /** Returns undefined if the outcome is certain or another call holds the attempt. */
  async claimToReconcile(attemptId: string): Promise<ClaimedAttempt | undefined> {
    const lease = leaseFromNow();
    const claimed = await claimWithOutcome(this.prisma, attemptId, [null, 'unknown', 'requires-action']);
    return claimed && claimedOf(claimed, lease);
  }

  /** Returns undefined while a payment is in progress or its outcome is unknown. */
  async claimToEnd(attemptId: string): Promise<ClaimedAttempt | undefined> {
    const lease = leaseFromNow();
    const claimed = await claimWithOutcome(this.prisma, attemptId, [
      ...(['paid', 'requires-action', 'declined', 'card-unknown', 'sum-changed', 'unavailable'] as const),
    ]);
    return claimed && claimedOf(claimed, lease);
  }

  async finishAfter(
    attempt: ClaimedAttempt,
    work: () => Promise<PaymentResult>,
    wasFoundByJob = false,
  ): Promise<PaymentResult> {
    try {
      const result = await withDeadline(PAYMENT_WORK_MS, () => this.withRenewedLease(attempt, work));
      await this.finish(attempt, result, { wasFoundByJob });
      return result;
    } catch (error) {
      const result = await this.#resultOfError(attempt, error);
      await this.finish(attempt, result, { isFinalAnswer: isFinalAnswer(error), wasFoundByJob });
      if (!(error instanceof Problem)) logError(error, 'a payment was not finished');
      return result;
    }
  }

  /** A charge is possible only after `noteCharge`. If the failure came before, nothing was charged. */
  async #resultOfError({ id }: ClaimedAttempt, error: unknown): Promise<PaymentResult> {
    if (error instanceof Problem && error.code === 'CardDeclined')
      return {
        kind: 'declined',
        message: error.message,
        declineCode: error.details.declineCode ?? 'generic_decline',
      };
    if (error instanceof Problem && error.code === 'CardUnknown') return { kind: 'card-unknown' };
    const mayHaveCharged = await this.prisma.paymentAttempt.count({
      where: { id, chargedMethodId: { not: null } },
    });
    return { kind: mayHaveCharged > 0 ? 'unknown' : 'unavailable' };
  }

  async withRenewedLease<T>(attempt: ClaimedAttempt, work: () => Promise<T>): Promise<T> {
    return underLease(attempt.lease, () => renewLease(this.prisma, attempt), work);
  }

  async noteCharge(attempt: ClaimedAttempt, methodId: string): Promise<void> {
    if (!(await noteCharge(this.prisma, attempt, methodId))) throw new Problem('PaymentUnavailable');
  }

  /**
   * Mails the user about a failure if they may have left the page. `isFinalAnswer`: the provider would replay this
   * answer, so the next round needs a new idempotency key.
   */
  async finish(
    attempt: ClaimedAttempt,
    result: PaymentResult,
    { isFinalAnswer = false, wasFoundByJob = false } = {},
  ): Promise<void> {
    const hasFailed = nothingCharged.has(result.kind);
    await this.prisma.$transaction(async (transaction) => {
      const finished = await finishRound(transaction, attempt, result, { isFinalAnswer, hasFailed });
      if (!finished?.userId || !hasFailed || !(wasFoundByJob || finished.isLate)) return;
      const user = await transaction.user.findUnique({
        where: { id: finished.userId },
        select: { email: true, firstName: true },
      });
      if (!user) return;
      const declined = result.kind === 'declined' ? result : undefined;
      const content = {
        firstName: user.firstName,
        reason: declined?.message ?? (result.kind === 'sum-changed' ? problemTypes.SumChanged.message : ''),
        ...(declined && { declineCode: declined.declineCode }),
      };
      await this.notices.notify(transaction, { kind: 'payment-not-made', to: user.email, content });
    });
  }

  /** Waits at most `patienceMs`. Returns undefined if there is still no outcome. */
  async watch(attemptId: string, patienceMs: number): Promise<PaymentResult | undefined> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const attempt = await findAttempt(this.prisma, attemptId);
      const result = attempt ? resultOf(attempt) : ({ kind: 'unavailable' } as const);
      const leftMs = until - performance.now();
      if (result || !attempt?.isHeld || leftMs <= 0) return result;
      await sleep(Math.min(leftMs, LOOK_EVERY_MS));
    }
  }
}

function claimedOf(row: ClaimedRow, lease: Lease): ClaimedAttempt {
  return { ...row, key: `${row.id}-${row.finalAnswers}`, lease };
}

/** The caller must hold the team's lock, which a request to delete the account takes, too. */
async function isAccountLeaving(transaction: Transaction, userId: string): Promise<boolean> {
  return (await transaction.user.count({ where: { id: userId, deletionRequestedAt: { not: null } } })) > 0;
}
