import { PAYMENT_LEASE_MS, SAFE_TO_LEAVE_MS } from '@foyer/contracts/deadlines';
import type { Transaction } from '@foyer/db/client';
import { ago, clockTime, flag, later, now, typedSql } from '@foyer/db/typed-sql';
import type { AttemptEnd, PaymentResult, PaymentInput } from './attempt.ts';

/** Each call that works on an attempt gets a new `round`. */
export type Round = { id: string; round: number };

export type ClaimedRow = Round & {
  teamId: string;
  finalAnswers: number;
  /** The payment method of an earlier charge without a final outcome. */
  chargedMethodId: string | null;
  cardHash: string | null;
};

export type LatestAttempt = AttemptEnd & {
  id: string;
  cardHash: string | null;
  quotedCents: number | null;
  quotedCurrency: string | null;
  isHeld: boolean;
};

const claimedColumns = ['id', 'teamId', 'round', 'finalAnswers', 'chargedMethodId', 'cardHash'] as const;

/**
 * Does not use `now()`, the time when the transaction started, because the transaction may have waited for the team's
 * lock since then.
 */
const leaseEnd = () => later(clockTime(), { seconds: PAYMENT_LEASE_MS / 1000 });

const columnsOf = ({ cardHash, quoted }: PaymentInput) => ({
  cardHash,
  quotedCents: quoted?.cents ?? null,
  quotedCurrency: quoted?.currency ?? null,
});

export async function lockSubscription(
  db: Transaction,
  teamId: string,
): Promise<{ status: string; transferId: string | null } | undefined> {
  return typedSql(db)
    .selectFrom('subscriptions')
    .select(['status', 'transferId'])
    .where('teamId', '=', teamId)
    .forUpdate()
    .executeTakeFirst();
}

export async function openAttempt(
  db: Transaction,
  teamId: string,
  userId: string,
  input: PaymentInput,
): Promise<ClaimedRow> {
  return typedSql(db)
    .insertInto('paymentAttempts')
    .values({ teamId, userId, round: 1, ...columnsOf(input), workingUntil: leaseEnd() })
    .returning(claimedColumns)
    .executeTakeFirstOrThrow();
}

/** Keeps `chargedMethodId`, so that an earlier charge is reconciled first. */
export async function claimForCard(db: Transaction, id: string, input: PaymentInput): Promise<ClaimedRow> {
  return typedSql(db)
    .updateTable('paymentAttempts')
    .set((row) => ({ round: row('round', '+', 1), workingUntil: leaseEnd(), outcome: null }))
    .set({ ...columnsOf(input), startedAt: now(), usedAt: now() })
    .where('id', '=', id)
    .returning(claimedColumns)
    .executeTakeFirstOrThrow();
}

export async function claimWithOutcome(
  db: Transaction,
  id: string,
  outcomes: readonly (PaymentResult['kind'] | null)[],
): Promise<ClaimedRow | undefined> {
  return typedSql(db)
    .updateTable('paymentAttempts')
    .set((row) => ({ round: row('round', '+', 1), workingUntil: leaseEnd(), outcome: null }))
    .where('id', '=', id)
    .where('status', '=', 'open')
    .where((row) => row.or([row('workingUntil', 'is', null), row('workingUntil', '<=', now())]))
    .where((row) =>
      row.or(outcomes.map((one) => (one === null ? row('outcome', 'is', null) : row('outcome', '=', one)))),
    )
    .returning(claimedColumns)
    .executeTakeFirst();
}

export async function renewLease(db: Transaction, { id, round }: Round): Promise<boolean> {
  const { numUpdatedRows } = await typedSql(db)
    .updateTable('paymentAttempts')
    .set({ workingUntil: leaseEnd() })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('workingUntil', '>', now())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function noteCharge(db: Transaction, { id, round }: Round, methodId: string): Promise<boolean> {
  const { numUpdatedRows } = await typedSql(db)
    .updateTable('paymentAttempts')
    .set({ chargedMethodId: methodId })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('status', '=', 'open')
    .where('workingUntil', '>', now())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Returns undefined if another round has begun. `isLate`: by now, the page has told the visitor that they can leave
 * it.
 */
export async function finishRound(
  db: Transaction,
  { id, round }: Round,
  result: PaymentResult,
  { isFinalAnswer, hasFailed }: { isFinalAnswer: boolean; hasFailed: boolean },
): Promise<{ userId: string | null; isLate: boolean } | undefined> {
  const declined = result.kind === 'declined' ? result : undefined;
  const invoiced = result.kind === 'sum-changed' ? result.sum : undefined;
  return typedSql(db)
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
}

/** The caller must have ended the attempt's subscription at the provider. */
export async function abandonAttempt(db: Transaction, { id, round }: Round): Promise<void> {
  await typedSql(db)
    .updateTable('paymentAttempts')
    .set({ status: 'abandoned', outcome: 'unavailable', workingUntil: null, endedAt: now() })
    .where('id', '=', id)
    .where('round', '=', round)
    .where('status', '=', 'open')
    .execute();
}

export async function findAttempt(db: Transaction, id: string): Promise<LatestAttempt | undefined> {
  return selectAttempt(db).where('id', '=', id).executeTakeFirst();
}

export async function findLatestAttempt(db: Transaction, teamId: string): Promise<LatestAttempt | undefined> {
  return selectAttempt(db)
    .where('teamId', '=', teamId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

function selectAttempt(db: Transaction) {
  return typedSql(db)
    .selectFrom('paymentAttempts')
    .select(['id', 'status', 'outcome', 'declineMessage', 'declineCode', 'cardHash'])
    .select(['quotedCents', 'quotedCurrency', 'invoiceCents', 'invoiceCurrency'])
    .select((row) => flag(row('workingUntil', '>', now())).as('isHeld'));
}
