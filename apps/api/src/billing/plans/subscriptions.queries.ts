import type { SubscriptionEnd } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import { clockTime, flag, now, typedSql } from '@foyer/db/typed-sql';

export type StoredSubscription = {
  teamId: string;
  status: string;
  stripeSubscriptionId: string | null;
  pastDueSince: Date | null;
  needsConfirmation: boolean;
  isCancelScheduled: boolean;
  endsAs: SubscriptionEnd;
  sendsReceipts: boolean;
  hasFormerCard: boolean;
};

/**
 * `NotVoided`: the invoice is partly paid, its payment is in progress, it was paid without a card, or the provider
 * refused.
 */
export type InvoiceOutcome = 'Refunded' | 'Paid' | 'NotVoided';

/** Locks our copy of the subscription. Returns undefined if there is none, or if it was read after `readAt`. */
export async function lockUnlessNewer(
  db: Transaction,
  stripeCustomerId: string,
  readAt: Date,
): Promise<StoredSubscription | undefined> {
  return typedSql(db)
    .selectFrom('subscriptions')
    .select(['teamId', 'status', 'pastDueSince', 'needsConfirmation', 'isCancelScheduled', 'endsAs'])
    .select(['stripeSubscriptionId', 'sendsReceipts'])
    .select((row) => flag(row('transferId', 'is not', null)).as('hasFormerCard'))
    .where('stripeCustomerId', '=', stripeCustomerId)
    .where('syncedAt', '<=', readAt)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Closes only the attempt that created the subscription. Does not close it as abandoned while a call works on it,
 * because the call records the outcome itself or continues with another subscription (prepare-subscription.ts).
 */
export async function closeAttempt(
  db: Transaction,
  { teamId, attemptId, isPaid, at }: { teamId: string; attemptId: string; isPaid: boolean; at: Date },
): Promise<void> {
  await typedSql(db)
    .updateTable('paymentAttempts')
    .set({ status: isPaid ? 'succeeded' : 'abandoned', endedAt: at })
    .where('teamId', '=', teamId)
    .where('status', '=', 'open')
    .where((row) => row(row.cast<string>('id', 'text'), '=', attemptId))
    .$if(!isPaid, (update) =>
      update.where((row) => row.or([row('workingUntil', 'is', null), row('workingUntil', '<=', now())])),
    )
    .execute();
}

export async function lockForEnd(db: Transaction, teamId: string): Promise<{ isPaying: boolean }> {
  return typedSql(db)
    .selectFrom('subscriptions')
    .select((row) => flag(row('payingUntil', '>', now())).as('isPaying'))
    .where('teamId', '=', teamId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function hasPendingAttempt(db: Transaction, teamId: string): Promise<boolean> {
  const attempts = await typedSql(db)
    .selectFrom('paymentAttempts')
    .select('id')
    .where('teamId', '=', teamId)
    .where('status', '=', 'open')
    .where((row) =>
      row.or([row('workingUntil', '>', now()), row('outcome', 'is', null), row('outcome', '=', 'unknown')]),
    )
    .execute();
  return attempts.length > 0;
}

export async function readUnpaidSince(
  db: Transaction,
  stripeSubscriptionId: string,
): Promise<{ pastDueSince: Date | null; at: Date } | undefined> {
  return typedSql(db)
    .selectFrom('subscriptions')
    .select(['pastDueSince', clockTime().as('at')])
    .where('stripeSubscriptionId', '=', stripeSubscriptionId)
    .executeTakeFirst();
}

export async function noteOutcome(
  db: Transaction,
  invoice: { invoiceId: string; teamId: string; subscriptionId: string; outcome: InvoiceOutcome },
): Promise<boolean> {
  const { outcome } = invoice;
  const noted = await typedSql(db)
    .insertInto('unpaidInvoices')
    .values(invoice)
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
