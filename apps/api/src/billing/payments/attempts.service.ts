import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import type { Sum } from '@foyer/contracts/billing/billing';
import { PAYMENT_LEASE_MS, SAFE_TO_LEAVE_MS } from '@foyer/contracts/deadlines';
import { problemTypes } from '@foyer/contracts/problem';
import { PrismaClient, type Transaction } from '@foyer/db/client';
import { ago, aheadOfClock, flag, now, typedSql } from '@foyer/db/typed-sql';
import { BILLING_CHECK_QUEUE } from '@foyer/mail/queues';
import { ConsentsService } from '../../consents/consents.service.ts';
import { NoticesService } from '../../mails/notices.service.ts';
import { lockTeam } from '../../teams/teams.queries.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Session } from '../../identity/session.service.ts';
import { leaseFromNow, underLease, type Lease } from './lease.ts';

/** By then the visitor's own request has usually finished. */
const FIRST_CHECK_AFTER_SECONDS = 15;

/**
 * The outcome of a payment. `declined`, `card-unknown`, `sum-changed` and `unavailable` are definite: nothing was charged.
 */
export type PaymentResult =
  | { kind: 'paid' }
  | { kind: 'requires-action' }
  | { kind: 'declined'; message: string; declineCode: string }
  | { kind: 'card-unknown' }
  | { kind: 'sum-changed'; sum: Sum }
  | { kind: 'unavailable' }
  | { kind: 'unknown' };

/** A card, and the sum that the page showed with it, if it said one. */
export type Tender = { cardHash: string; quoted: Sum | undefined };

/** An attempt claimed by this call. No other call has the same round, and none claims the attempt while the lease lasts. */
export type ClaimedAttempt = {
  id: string;
  teamId: string;
  round: number;
  /** Idempotency key of creating calls; a new one after a final answer of the provider. */
  key: string;
  /** The payment method of a charge whose answer was lost; to be reconciled before anything else. */
  chargedMethodId: string | null;
  cardHash: string | null;
  lease: Lease;
};

export type ClaimResult =
  | { kind: 'ours'; attempt: ClaimedAttempt }
  | { kind: 'others'; attemptId: string; isSameCard: boolean; isSameSum: boolean }
  | { kind: 'known'; result: PaymentResult };

const LOOK_EVERY_MS = 250;
/** Concurrent equal calls wait for the first one; none fails for want of a connection. */
const PATIENCE = { maxWait: 10_000, timeout: 15_000 };

/**
 * Payment attempts. A team has at most one open, by a unique index; one call at a time works on it, on any replica,
 * and the others get its result. Rows are locked in this order everywhere: user, team, subscription, attempt.
 */
@Injectable()
export class PaymentAttemptsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly notices: NoticesService,
    private readonly consents: ConsentsService,
  ) {}

  /**
   * Claims the team's attempt, or opens one, to pay with a card; or says who works on it, or what this card's outcome
   * was. Under the team's lock, which leaving takes, too. Whoever pays has agreed to the terms of billing, which is kept
   * with the attempt. Throws `NotOwner`, `AlreadySubscribed`.
   */
  async claim({ teamId, userId }: Session, tender: Tender, request: RequestContext): Promise<ClaimResult> {
    const ours = async (transaction: Transaction, attempt: ClaimedAttempt): Promise<ClaimResult> => {
      await this.consents.keepOfPurchase(transaction, userId, attempt.id, request);
      return { kind: 'ours', attempt };
    };
    const run = () =>
      this.prisma.$transaction(async (transaction): Promise<ClaimResult> => {
        const team = await lockTeam(transaction, teamId);
        if (team?.ownerId !== userId || (await isAccountLeaving(transaction, userId)))
          throw new Problem('NotOwner');
        const subscription = await typedSql(transaction)
          .selectFrom('subscriptions')
          .select(['status', 'handOverId'])
          .where('teamId', '=', teamId)
          .forUpdate()
          .executeTakeFirst();
        // A card that came now would be taken off together with those of the owner before.
        if (subscription?.handOverId) throw new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
        const latest = await this.findLatest(teamId, transaction);
        const isSameCard = latest?.cardHash === tender.cardHash;
        const isSameSum =
          latest?.quotedCents === (tender.quoted?.cents ?? null) &&
          latest.quotedCurrency === (tender.quoted?.currency ?? null);
        if (stateOf(subscription?.status).isRunning) {
          if (isSameCard && latest.status === 'succeeded') return { kind: 'known', result: { kind: 'paid' } };
          throw new Problem('AlreadySubscribed');
        }
        if (latest?.status !== 'open')
          return ours(transaction, await this.#open(transaction, teamId, userId, tender));
        if (latest.isHeld) return { kind: 'others', attemptId: latest.id, isSameCard, isSameSum };
        const result = resultOf(latest);
        if (isSameCard && (result?.kind === 'declined' || result?.kind === 'requires-action'))
          return { kind: 'known', result };
        if (isSameCard && isSameSum && result?.kind === 'sum-changed') return { kind: 'known', result };
        return ours(transaction, await this.#claimForCard(transaction, latest.id, tender));
      }, PATIENCE);
    return retryConflicts(run, isDatabaseUnavailable);
  }

  /** Claims an attempt whose outcome is unknown or that waits for a bank. Undefined when there is nothing to do. */
  async claimToReconcile(attemptId: string): Promise<ClaimedAttempt | undefined> {
    return this.#claimWhere(attemptId, [null, 'unknown', 'requires-action']);
  }

  /** Claims an open attempt, to end it. Undefined while a payment is in progress. */
  async claimToEnd(attemptId: string): Promise<ClaimedAttempt | undefined> {
    return this.#claimWhere(attemptId, [
      ...['paid', 'requires-action', 'declined', 'card-unknown', 'sum-changed', 'unavailable'],
    ]);
  }

  async #claimWhere(attemptId: string, outcomes: (string | null)[]): Promise<ClaimedAttempt | undefined> {
    const lease = leaseFromNow();
    const held = await typedSql(this.prisma)
      .updateTable('paymentAttempts')
      .set((row) => ({ round: row('round', '+', 1), workingUntil: leaseEnd(), outcome: null }))
      .where('id', '=', attemptId)
      .where('status', '=', 'open')
      .where((row) => row.or([row('workingUntil', 'is', null), row('workingUntil', '<=', now())]))
      .where((row) =>
        row.or(outcomes.map((one) => (one === null ? row('outcome', 'is', null) : row('outcome', '=', one)))),
      )
      .returning(claimedColumns)
      .executeTakeFirst();
    return held && claimedOf(held, lease);
  }

  /**
   * Does the work of a claim, and renews its lease meanwhile. Work that has lost it calls the card provider no more,
   * since another call may have claimed the attempt.
   */
  async whileHeld<T>({ id, round, lease }: ClaimedAttempt, work: () => Promise<T>): Promise<T> {
    const renew = async () => {
      const { numUpdatedRows } = await typedSql(this.prisma)
        .updateTable('paymentAttempts')
        .set({ workingUntil: leaseEnd() })
        .where('id', '=', id)
        .where('round', '=', round)
        .where('workingUntil', '>', now())
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    };
    return underLease(lease, renew, work);
  }

  /**
   * Records that a charge may happen from here on. Throws if the attempt is no longer ours, in which case it must
   * not.
   */
  async noteCharge({ id, round }: ClaimedAttempt, methodId: string): Promise<void> {
    const noted = await typedSql(this.prisma)
      .updateTable('paymentAttempts')
      .set({ chargedMethodId: methodId })
      .where('id', '=', id)
      .where('round', '=', round)
      .where('status', '=', 'open')
      .where('workingUntil', '>', now())
      .executeTakeFirst();
    if (noted.numUpdatedRows === 0n) throw new Problem('PaymentUnavailable');
  }

  /**
   * Records a round's outcome for all who wait for it. `isFinalAnswer`: the provider said so itself, so the round's
   * keys would only replay it. A visitor who was told that leaving is safe is mailed about a failure.
   */
  async finish(
    { id, round }: ClaimedAttempt,
    result: PaymentResult,
    { isFinalAnswer = false, wasFoundByJob = false } = {},
  ): Promise<void> {
    const declined = result.kind === 'declined' ? result : undefined;
    const invoiced = result.kind === 'sum-changed' ? result.sum : undefined;
    const hasFailed = nothingCharged.has(result.kind);
    await this.prisma.$transaction(async (transaction) => {
      const finished = await typedSql(transaction)
        .updateTable('paymentAttempts')
        .set((row) => ({
          outcome: result.kind,
          workingUntil: null,
          finalAnswers: row('finalAnswers', '+', isFinalAnswer ? 1 : 0),
          declineMessage: declined?.message ?? null,
          declineCode: declined?.declineCode ?? null,
          invoiceCents: invoiced?.cents ?? null,
          invoiceCurrency: invoiced?.currency ?? null,
          ...(hasFailed && { chargedMethodId: null }),
          ...(result.kind === 'paid' && {
            status: row.case().when('status', '=', 'open').then('succeeded').else(row.ref('status')).end(),
            endedAt: row.fn.coalesce('endedAt', now()),
          }),
        }))
        .where('id', '=', id)
        .where('round', '=', round)
        .returning((row) => [
          'userId',
          flag(row('startedAt', '<', ago({ seconds: SAFE_TO_LEAVE_MS / 1000 }))).as('isLate'),
        ])
        .executeTakeFirst();
      if (!finished?.userId || !hasFailed || !(wasFoundByJob || finished.isLate)) return;
      const user = await transaction.user.findUnique({
        where: { id: finished.userId },
        select: { email: true, firstName: true },
      });
      if (!user) return;
      const content = {
        firstName: user.firstName,
        reason: declined?.message ?? (invoiced ? problemTypes.SumChanged.message : ''),
        ...(declined && { declineCode: declined.declineCode }),
      };
      await this.notices.notify(transaction, { kind: 'payment-not-made', to: user.email, content });
    });
  }

  /**
   * Waits for the outcome of the call that works on an attempt. Undefined after `patienceMs`, or when no call works on it any
   * more.
   */
  async watch(attemptId: string, patienceMs: number): Promise<PaymentResult | undefined> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const attempt = await this.#selectAttempt().where('id', '=', attemptId).executeTakeFirst();
      const result = attempt ? resultOf(attempt) : ({ kind: 'unavailable' } as const);
      const leftMs = until - performance.now();
      if (result || !attempt?.isHeld || leftMs <= 0) return result;
      await sleep(Math.min(leftMs, LOOK_EVERY_MS));
    }
  }

  /** Whether a charge was requested whose outcome is unknown. */
  async mayHaveCharged(attemptId: string): Promise<boolean> {
    return (
      (await this.prisma.paymentAttempt.count({ where: { id: attemptId, chargedMethodId: { not: null } } })) >
      0
    );
  }

  /** A team's newest attempt, in any state. */
  async findLatest(
    teamId: string,
    client: Transaction | PrismaClient = this.prisma,
  ): Promise<LatestAttempt | undefined> {
    return this.#selectAttempt(client)
      .where('teamId', '=', teamId)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  #selectAttempt(client: Transaction | PrismaClient = this.prisma) {
    return typedSql(client)
      .selectFrom('paymentAttempts')
      .select(['id', 'status', 'outcome', 'declineMessage', 'declineCode', 'cardHash'])
      .select(['quotedCents', 'quotedCurrency', 'invoiceCents', 'invoiceCurrency'])
      .select((row) => flag(row('workingUntil', '>', now())).as('isHeld'));
  }

  /** Ends an open attempt that nobody works on and of which nothing is left at the provider. */
  async abandon({ id, round }: ClaimedAttempt): Promise<void> {
    await typedSql(this.prisma)
      .updateTable('paymentAttempts')
      .set({ status: 'abandoned', outcome: 'unavailable', workingUntil: null, endedAt: now() })
      .where('id', '=', id)
      .where('round', '=', round)
      .where('status', '=', 'open')
      .execute();
  }

  /** Opens an attempt claimed by us, with a job that follows it should we die. */
  async #open(
    transaction: Transaction,
    teamId: string,
    userId: string,
    tender: Tender,
  ): Promise<ClaimedAttempt> {
    const lease = leaseFromNow();
    const opened = await typedSql(transaction)
      .insertInto('paymentAttempts')
      .values({ teamId, userId, round: 1, ...columnsOf(tender), workingUntil: leaseEnd() })
      .returning(claimedColumns)
      .executeTakeFirstOrThrow();
    await this.jobs.send(
      transaction,
      BILLING_CHECK_QUEUE,
      { attemptId: opened.id },
      FIRST_CHECK_AFTER_SECONDS,
    );
    return claimedOf(opened, lease);
  }

  /** Changes the attempt's card; a charge of the last one whose answer was lost stays recorded. */
  async #claimForCard(transaction: Transaction, attemptId: string, tender: Tender): Promise<ClaimedAttempt> {
    const lease = leaseFromNow();
    const held = await typedSql(transaction)
      .updateTable('paymentAttempts')
      .set((row) => ({
        round: row('round', '+', 1),
        ...columnsOf(tender),
        startedAt: now(),
        usedAt: now(),
        outcome: null,
      }))
      .set({ workingUntil: leaseEnd() })
      .where('id', '=', attemptId)
      .returning(claimedColumns)
      .executeTakeFirstOrThrow();
    return claimedOf(held, lease);
  }
}

/** Outcomes that are sure to have charged nothing. */
export const nothingCharged: ReadonlySet<PaymentResult['kind']> = new Set([
  ...(['declined', 'card-unknown', 'sum-changed', 'unavailable'] as const),
]);

const columnsOf = ({ cardHash, quoted }: Tender) => ({
  cardHash,
  quotedCents: quoted?.cents ?? null,
  quotedCurrency: quoted?.currency ?? null,
});

const claimedColumns = ['id', 'teamId', 'round', 'finalAnswers', 'chargedMethodId', 'cardHash'] as const;
/** By the clock: the transaction may have waited long for the team's lock. */
const leaseEnd = () => aheadOfClock({ seconds: PAYMENT_LEASE_MS / 1000 });

type ClaimedRow = Omit<ClaimedAttempt, 'key' | 'lease'> & { finalAnswers: number };

type Ending = {
  status: string;
  outcome: string | null;
  declineMessage: string | null;
  declineCode: string | null;
  invoiceCents: number | null;
  invoiceCurrency: string | null;
};

export type LatestAttempt = Ending & {
  id: string;
  cardHash: string | null;
  quotedCents: number | null;
  quotedCurrency: string | null;
  isHeld: boolean;
};

function claimedOf({ finalAnswers, ...held }: ClaimedRow, lease: Lease): ClaimedAttempt {
  return { ...held, key: `${held.id}-${finalAnswers}`, lease };
}

/** An attempt's outcome; undefined while somebody works on it, or has died doing so. */
export function resultOf(attempt: Ending): PaymentResult | undefined {
  if (attempt.status === 'succeeded') return { kind: 'paid' };
  switch (attempt.outcome) {
    case 'declined':
      return {
        kind: 'declined',
        message: attempt.declineMessage ?? '',
        declineCode: attempt.declineCode ?? '',
      };
    case 'sum-changed':
      return {
        kind: 'sum-changed',
        sum: { cents: attempt.invoiceCents ?? 0, currency: attempt.invoiceCurrency ?? '' },
      };
    case 'requires-action':
      // The invoice that the bank was to confirm is void.
      return { kind: attempt.status === 'open' ? 'requires-action' : 'unavailable' };
    case 'paid':
    case 'card-unknown':
    case 'unavailable':
    case 'unknown':
      return { kind: attempt.outcome };
    default:
      return attempt.status === 'open' ? undefined : { kind: 'unavailable' };
  }
}

/** Whether a user has asked for the deletion of their account. Under the team's lock it stays so. */
async function isAccountLeaving(transaction: Transaction, userId: string): Promise<boolean> {
  return (await transaction.user.count({ where: { id: userId, leavingAt: { not: null } } })) > 0;
}
