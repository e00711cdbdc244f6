import type { Transaction } from '@foyer/db/client';
import { ago, ahead, expression, now, typedSql, wholeSecondsBetween } from '@foyer/db/typed-sql';
import type { CodeCounterKey } from './code-lockout.ts';

export async function secondsLocked(db: Transaction, count: CodeCounterKey): Promise<number> {
  const row = await typedSql(db)
    .selectFrom('secondFactorLockouts')
    .select((one) => wholeSecondsBetween(now(), one.fn.coalesce('lockedUntil', now())).as('seconds'))
    .where('userId', '=', count.userId)
    .where('browser', '=', count.browser)
    .where('kind', '=', count.kind)
    .executeTakeFirst();
  return Math.max(0, row?.seconds ?? 0);
}

export async function addWrongCode(
  db: Transaction,
  { userId, browser, kind }: CodeCounterKey,
  windowSeconds: number,
): Promise<{ failedCount: number; wrongCount: number; lockCount: number }> {
  const isOver = expression.or([
    expression('secondFactorLockouts.lockedUntil', '<=', now()),
    expression.and([
      expression('secondFactorLockouts.lockedUntil', 'is', null),
      expression('secondFactorLockouts.windowStartedAt', '<=', ago({ seconds: windowSeconds })),
    ]),
  ]);
  return typedSql(db)
    .insertInto('secondFactorLockouts')
    .values({ userId, browser, kind, failedCount: 1, wrongCount: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'browser', 'kind']).doUpdateSet((row) => ({
        failedCount: row
          .case()
          .when(isOver)
          .then(row.lit(1))
          .else(row('secondFactorLockouts.failedCount', '+', 1))
          .end(),
        wrongCount: row('secondFactorLockouts.wrongCount', '+', 1),
        windowStartedAt: row
          .case()
          .when(isOver)
          .then(now())
          .else(row.ref('secondFactorLockouts.windowStartedAt'))
          .end(),
        lockedUntil: null,
      })),
    )
    .returning(['failedCount', 'wrongCount', 'lockCount'])
    .executeTakeFirstOrThrow();
}

export async function lockCodes(
  db: Transaction,
  { userId, browser, kind }: CodeCounterKey,
  seconds: number,
): Promise<void> {
  await typedSql(db)
    .updateTable('secondFactorLockouts')
    .set((row) => ({ lockedUntil: ahead({ seconds }), lockCount: row('lockCount', '+', 1) }))
    .where('userId', '=', userId)
    .where('browser', '=', browser)
    .where('kind', '=', kind)
    .execute();
}
