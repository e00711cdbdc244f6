import { PAYMENT_GRACE_DAYS, statusesWhere } from '@foyer/catalog/subscription-states';
import type { Transaction } from '@foyer/db/client';
import type { Tables } from '@foyer/db/tables';
import { ago, expression, now, typedSql, type ExpressionBuilder } from '@foyer/db/typed-sql';

/** The provider can change subscriptions with these statuses at any time, for example when it retries a payment. */
const SYNCED_STATUSES = statusesWhere(({ isRunning, awaitsFirstPayment }) => isRunning || awaitsFirstPayment);
const RETRIED = statusesWhere(({ isRetried }) => isRetried);
const CHARGED = statusesWhere(({ isRunning }) => isRunning);

const GRACE_REMINDER_DAYS = 2;
const thisMonth = expression.fn<Date>('date_trunc', [expression.val('month'), now()]);

export async function markHandled(db: Transaction, eventId: string): Promise<void> {
  await typedSql(db)
    .updateTable('webhookEvents')
    .set({ handledAt: now() })
    .where('id', '=', eventId)
    .execute();
}

export async function findSubscriptionsToSync(
  db: Transaction,
  limit: number,
): Promise<{ stripeCustomerId: string }[]> {
  return typedSql(db)
    .selectFrom('subscriptions')
    .select('stripeCustomerId')
    .where('status', 'in', SYNCED_STATUSES)
    .where((row) =>
      row.or([
        row('currentPeriodEnd', '<', now()),
        row('pastDueSince', 'is not', null),
        row('syncedAt', '<', ago({ days: 1 })),
      ]),
    )
    .orderBy('syncedAt')
    .limit(limit)
    .execute();
}

export async function abandonUnused(db: Transaction, attemptId: string, hours: number): Promise<boolean> {
  const { numUpdatedRows } = await typedSql(db)
    .updateTable('paymentAttempts')
    .set({ status: 'abandoned', endedAt: now() })
    .where('id', '=', attemptId)
    .where('status', '=', 'open')
    .where('usedAt', '<', ago({ hours }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function markGraces(
  db: Transaction,
  limit: number,
): Promise<{ email: string; firstName: string; pastDueSince: Date | null }[]> {
  return typedSql(db)
    .updateTable('subscriptions as s')
    .from((database) =>
      database
        .selectFrom('subscriptions as b')
        .innerJoin('teams as t', 't.id', 'b.teamId')
        .innerJoin('users as u', 'u.id', 't.ownerId')
        .select(['b.id', 'b.pastDueSince', 'u.email', 'u.firstName'])
        .where('b.status', 'in', RETRIED)
        .whereRef('b.graceNotifiedFor', 'is distinct from', 'b.pastDueSince')
        .where('b.pastDueSince', '<=', ago({ days: PAYMENT_GRACE_DAYS - GRACE_REMINDER_DAYS }))
        .where('b.pastDueSince', '>', ago({ days: PAYMENT_GRACE_DAYS }))
        .limit(limit)
        .forNoKeyUpdate('b')
        .skipLocked()
        .as('due'),
    )
    .set((row) => ({ graceNotifiedFor: row.ref('s.pastDueSince') }))
    .whereRef('s.id', '=', 'due.id')
    .returning(['due.email', 'due.firstName', 's.pastDueSince'])
    .execute();
}

const cardName = (row: ExpressionBuilder<{ b: Tables['subscriptions'] }, 'b'>) =>
  row.fn<string>('concat_ws', [
    row.val(' '),
    'b.cardBrand',
    'b.cardLast4',
    'b.cardExpMonth',
    'b.cardExpYear',
  ]);

export async function markExpiringCards(db: Transaction, limit: number) {
  return typedSql(db)
    .updateTable('subscriptions as s')
    .from((database) =>
      database
        .selectFrom('subscriptions as b')
        .innerJoin('teams as t', 't.id', 'b.teamId')
        .innerJoin('users as u', 'u.id', 't.ownerId')
        .select((row) => [
          ...(['b.id', 'u.email', 'u.firstName', 'b.cardBrand', 'b.cardLast4'] as const),
          ...(['b.cardExpMonth', 'b.cardExpYear'] as const),
          cardName(row).as('card'),
        ])
        .where('b.status', 'in', CHARGED)
        .where('b.isCancelScheduled', '=', false)
        .where('b.transferId', 'is', null)
        .where((row) =>
          row.between(
            row.fn<Date>('make_date', ['b.cardExpYear', 'b.cardExpMonth', row.lit(1)]),
            thisMonth,
            row(thisMonth, '+', row.fn<Date>('make_interval', [row.lit(0), row.lit(1)])),
          ),
        )
        .where((row) => row('b.cardNotifiedFor', 'is distinct from', cardName(row)))
        .limit(limit)
        .as('due'),
    )
    .set((row) => ({ cardNotifiedFor: row.ref('due.card') }))
    .whereRef('s.id', '=', 'due.id')
    .whereRef('s.cardNotifiedFor', 'is distinct from', 'due.card')
    .returning(['due.email', 'due.firstName'])
    .returning([
      'due.cardBrand as brand',
      'due.cardLast4 as last4',
      'due.cardExpMonth as month',
      'due.cardExpYear as year',
    ])
    .execute();
}
