import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { stateOf } from '@foyer/catalog/subscription-states';
import { PAYMENT_HELD_MS, SAFE_TO_LEAVE_MS } from '@foyer/contracts/deadlines';
import { Prisma, PrismaClient, type Transaction } from '@foyer/db/client';
import { NoticesService } from '../../accounts/notices.service.ts';
import { lockTeam } from '../../accounts/leave-team.ts';
import { retryConflicts } from '../../database/conflicts.ts';
import { isDatabaseUnavailable } from '../../database/is-database-unavailable.ts';
import { Jobs } from '../../database/jobs.ts';
import { Problem } from '../../request/problem.ts';
import type { Session } from '../../session/session.service.ts';
import { BILLING_CHECK_QUEUE, FIRST_CHECK_AFTER_SECONDS } from './billing-check.ts';

/** What came of paying. Nothing was charged where it is `declined`, `card-unknown` or `unavailable`, and that is sure. */
export type PaymentResult =
  | { kind: 'paid' }
  | { kind: 'requires-action' }
  | { kind: 'declined'; message: string; declineCode: string }
  | { kind: 'card-unknown' }
  | { kind: 'unavailable' }
  | { kind: 'unknown' };

/** An attempt that is ours to work on: nobody else has this round of it. */
export type ClaimedAttempt = {
  id: string;
  teamId: string;
  round: number;
  /** What a call that makes something is to carry: another one once the provider's answer was final. */
  key: string;
  /** What the card was charged with when nobody heard the answer; to be settled before anything else. */
  chargedMethodId: string | null;
  cardHash: string | null;
};

export type ClaimResult =
  | { kind: 'ours'; attempt: ClaimedAttempt }
  | { kind: 'others'; attemptId: string; isSameCard: boolean }
  | { kind: 'known'; result: PaymentResult };

const LOOK_EVERY_MS = 250;
/** Equal calls at once wait for the one that is first; none of them is sent away for want of a connection. */
const PATIENCE = { maxWait: 10_000, timeout: 15_000 };

/**
 * The attempts of teams to pay. One is open per team, by a unique index; one call at a time works on it, on whatever
 * replica, and everybody else is told what came of that.
 *
 * Rows are locked in this order, everywhere: user, team, subscription, attempt.
 */
@Injectable()
export class PaymentAttemptsService {
  constructor(
    @Inject(PrismaClient) private readonly prisma: PrismaClient,
    private readonly jobs: Jobs,
    private readonly notices: NoticesService,
  ) {}

  /**
   * Takes up the team's attempt, or opens one, to pay with a card; or says who works on it, or what came of this very
   * card. Under the lock of the team, which whoever leaves it takes as well. Throws `NotOwner`, `AlreadySubscribed`.
   */
  async claim({ teamId, userId }: Session, cardHash: string): Promise<ClaimResult> {
    const run = () =>
      this.prisma.$transaction(async (transaction): Promise<ClaimResult> => {
        const team = await lockTeam(transaction, teamId);
        if (team?.ownerId !== userId) throw new Problem('NotOwner');
        const [subscription] = await transaction.$queryRaw<{ status: string; isHandedOver: boolean }[]>`
          SELECT status, hand_over_id IS NOT NULL AS "isHandedOver" FROM subscriptions WHERE team_id = ${teamId}::uuid FOR UPDATE`;
        // A card that came now would be taken off together with those of the owner before.
        if (subscription?.isHandedOver) throw new Problem('PaymentUnavailable', { retryAfterSeconds: 5 });
        const latest = await this.#findLatest(teamId, transaction);
        const isSameCard = latest?.cardHash === cardHash;
        if (stateOf(subscription?.status).isRunning) {
          if (isSameCard && latest.status === 'succeeded') return { kind: 'known', result: { kind: 'paid' } };
          throw new Problem('AlreadySubscribed');
        }
        if (latest?.status !== 'open')
          return { kind: 'ours', attempt: await this.#open(transaction, teamId, userId, cardHash) };
        if (latest.isHeld) return { kind: 'others', attemptId: latest.id, isSameCard };
        const result = resultOf(latest);
        if (isSameCard && (result?.kind === 'declined' || result?.kind === 'requires-action'))
          return { kind: 'known', result };
        return { kind: 'ours', attempt: await this.#holdForCard(transaction, latest.id, cardHash) };
      }, PATIENCE);
    return retryConflicts(run, isDatabaseUnavailable);
  }

  /** Takes up an attempt whose result nobody knows, or that waits for a bank. Nothing when there is nothing to do. */
  async claimToReconcile(attemptId: string): Promise<ClaimedAttempt | undefined> {
    return this.#claimWhere(
      attemptId,
      Prisma.sql`outcome IS NULL OR outcome IN ('unknown', 'requires-action')`,
    );
  }

  /** Takes up an open attempt, to end it. Nothing while a payment is under way. */
  async claimToEnd(attemptId: string): Promise<ClaimedAttempt | undefined> {
    return this.#claimWhere(attemptId, Prisma.sql`outcome <> 'unknown'`);
  }

  async #claimWhere(attemptId: string, isToBe: Prisma.Sql): Promise<ClaimedAttempt | undefined> {
    const [held] = await this.prisma.$queryRaw<HeldRow[]>`
      UPDATE payment_attempts a
         SET round = a.round + 1, working_until = now() + make_interval(secs => ${PAYMENT_HELD_MS / 1000}), outcome = NULL
       WHERE id = ${attemptId}::uuid AND status = 'open' AND (working_until IS NULL OR working_until <= now())
         AND (${isToBe})
      RETURNING id, team_id AS "teamId", round, final_answers AS "finalAnswers",
                charged_method_id AS "chargedMethodId", card_hash AS "cardHash"`;
    return held && heldOf(held);
  }

  /**
   * Notes that money may move from here on. Throws when the attempt is no longer ours: then it must not.
   */
  async noteCharge({ id, round }: ClaimedAttempt, methodId: string): Promise<void> {
    const noted = await this.prisma.$executeRaw`
      UPDATE payment_attempts SET charged_method_id = ${methodId}
       WHERE id = ${id}::uuid AND round = ${round} AND status = 'open' AND working_until > now()`;
    if (noted === 0) throw new Problem('PaymentUnavailable');
  }

  /**
   * Writes down what came of a round, for all who wait for it. `isFinalAnswer` when the provider said so itself: what it
   * keeps under the round's keys is not to be heard again. Who was told that leaving is safe gets a mail about a failure.
   */
  async finish(
    { id, round }: ClaimedAttempt,
    result: PaymentResult,
    { isFinalAnswer = false, wasFoundByJob = false } = {},
  ): Promise<void> {
    const declined = result.kind === 'declined' ? result : undefined;
    const hasFailed = ['declined', 'card-unknown', 'unavailable'].includes(result.kind);
    await this.prisma.$transaction(async (transaction) => {
      const [finished] = await transaction.$queryRaw<{ userId: string | null; isLate: boolean }[]>`
        UPDATE payment_attempts
           SET outcome = ${result.kind}, working_until = NULL, final_answers = final_answers + ${isFinalAnswer ? 1 : 0},
               decline_message = ${declined?.message ?? null}, decline_code = ${declined?.declineCode ?? null},
               charged_method_id = CASE WHEN ${hasFailed} THEN NULL ELSE charged_method_id END,
               status = CASE WHEN status = 'open' AND ${result.kind === 'paid'} THEN 'succeeded' ELSE status END,
               ended_at = CASE WHEN ${result.kind === 'paid'} THEN coalesce(ended_at, now()) ELSE ended_at END
         WHERE id = ${id}::uuid AND round = ${round}
        RETURNING user_id AS "userId",
                  started_at < now() - make_interval(secs => ${SAFE_TO_LEAVE_MS / 1000}) AS "isLate"`;
      if (!finished?.userId || !hasFailed || !(wasFoundByJob || finished.isLate)) return;
      const user = await transaction.user.findUnique({
        where: { id: finished.userId },
        select: { email: true, firstName: true },
      });
      if (!user) return;
      const content = { firstName: user.firstName, reason: declined?.message ?? '' };
      await this.notices.notify(transaction, { kind: 'payment-not-made', to: user.email, content });
    });
  }

  /** What whoever works on an attempt comes to; nothing when that takes longer than `patienceMs`. */
  async watch(attemptId: string, patienceMs: number): Promise<PaymentResult | undefined> {
    const until = performance.now() + patienceMs;
    for (;;) {
      const attempt = await this.prisma.paymentAttempt.findUnique({ where: { id: attemptId } });
      const result = attempt ? resultOf(attempt) : ({ kind: 'unavailable' } as const);
      if (result || performance.now() + LOOK_EVERY_MS > until) return result;
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Whether the provider was told to charge a card and nobody knows what came of that. */
  async mayHaveCharged(attemptId: string): Promise<boolean> {
    return (
      (await this.prisma.paymentAttempt.count({ where: { id: attemptId, chargedMethodId: { not: null } } })) >
      0
    );
  }

  /** The newest attempt of a team, whatever has become of it. */
  async findLatest(teamId: string): Promise<LatestAttempt | undefined> {
    return this.#findLatest(teamId, this.prisma);
  }

  /** Ends an open attempt on which nobody works: nothing is left of it at the provider. */
  async abandon({ id, round }: ClaimedAttempt): Promise<void> {
    await this.prisma.$executeRaw`
      UPDATE payment_attempts SET status = 'abandoned', outcome = 'unavailable', working_until = NULL, ended_at = now()
       WHERE id = ${id}::uuid AND round = ${round} AND status = 'open'`;
  }

  async #findLatest(teamId: string, client: Transaction | PrismaClient): Promise<LatestAttempt | undefined> {
    const [latest] = await client.$queryRaw<LatestAttempt[]>`
      SELECT id, status, outcome, decline_message AS "declineMessage", decline_code AS "declineCode",
             card_hash AS "cardHash", coalesce(working_until > now(), false) AS "isHeld"
        FROM payment_attempts WHERE team_id = ${teamId}::uuid ORDER BY created_at DESC LIMIT 1`;
    return latest;
  }

  /** A new attempt, held by us. Whatever becomes of us, a job looks after it from now on. */
  async #open(
    transaction: Transaction,
    teamId: string,
    userId: string,
    cardHash: string,
  ): Promise<ClaimedAttempt> {
    const [opened] = await transaction.$queryRaw<[HeldRow]>`
      INSERT INTO payment_attempts (team_id, user_id, round, card_hash, outcome, working_until)
      VALUES (${teamId}::uuid, ${userId}::uuid, 1, ${cardHash}, NULL, now() + make_interval(secs => ${PAYMENT_HELD_MS / 1000}))
      RETURNING id, team_id AS "teamId", round, final_answers AS "finalAnswers",
                charged_method_id AS "chargedMethodId", card_hash AS "cardHash"`;
    await this.jobs.send(
      transaction,
      BILLING_CHECK_QUEUE,
      { attemptId: opened.id },
      FIRST_CHECK_AFTER_SECONDS,
    );
    return heldOf(opened);
  }

  /** The card is another one from now on; what the last one was charged with stays, where nobody heard the answer. */
  async #holdForCard(transaction: Transaction, attemptId: string, cardHash: string): Promise<ClaimedAttempt> {
    const [held] = await transaction.$queryRaw<[HeldRow]>`
      UPDATE payment_attempts
         SET round = round + 1, card_hash = ${cardHash}, started_at = now(), used_at = now(), outcome = NULL,
             working_until = now() + make_interval(secs => ${PAYMENT_HELD_MS / 1000})
       WHERE id = ${attemptId}::uuid
      RETURNING id, team_id AS "teamId", round, final_answers AS "finalAnswers",
                charged_method_id AS "chargedMethodId", card_hash AS "cardHash"`;
    return heldOf(held);
  }
}

type HeldRow = Omit<ClaimedAttempt, 'key'> & { finalAnswers: number };

type Ending = {
  status: string;
  outcome: string | null;
  declineMessage: string | null;
  declineCode: string | null;
};

export type LatestAttempt = Ending & { id: string; cardHash: string | null; isHeld: boolean };

function heldOf({ finalAnswers, ...held }: HeldRow): ClaimedAttempt {
  return { ...held, key: `${held.id}-${finalAnswers}` };
}

/** What is known of an attempt; nothing while somebody works on it, or after they died doing so. */
export function resultOf(attempt: Ending): PaymentResult | undefined {
  if (attempt.status === 'succeeded') return { kind: 'paid' };
  switch (attempt.outcome) {
    case 'declined':
      return {
        kind: 'declined',
        message: attempt.declineMessage ?? '',
        declineCode: attempt.declineCode ?? '',
      };
    case 'paid':
    case 'requires-action':
    case 'card-unknown':
    case 'unavailable':
    case 'unknown':
      return { kind: attempt.outcome };
    default:
      return attempt.status === 'open' ? undefined : { kind: 'unavailable' };
  }
}
