import type { Db } from '@foyer/db/client';
import { prepare } from '@foyer/db/prepare';
import {
  ago,
  ahead,
  detached,
  expression,
  flag,
  jsonBuildObject,
  now,
  typedSql,
  secondsBetween,
  type Expression,
  type TypedSql,
} from '@foyer/db/typed-sql';
import { limits } from '../../config/limits.ts';

/**
 * The counter of an attempt (invariant 6 of docs/security.md). Each browser that is known for the address has its own
 * counter. All other browsers share the counter of the address, with or without an account.
 */
export type LockoutKey = { email: string; deviceId: string | undefined };

export type AccountKey = { email: string } | { id: string };

const WINDOW = { seconds: limits.wrongPasswords.seconds };

/** The keys cannot collide, because an email address never looks like the id of a browser. */
function keyOf({ email, deviceId }: LockoutKey): string {
  return deviceId ?? email;
}

const [failedCount, lockedUntil] = [
  expression.ref('lockouts.failedCount'),
  expression.ref('lockouts.lockedUntil'),
];
const isOver = expression.or([
  expression(lockedUntil, '<=', now()),
  expression('lockouts.windowStartedAt', '<=', ago(WINDOW)),
]);
const lockedForMs = expression
  .case()
  .when(lockedUntil, '>', now())
  .then(expression.fn<number>('ceil', [expression(secondsBetween(now(), lockedUntil), '*', 1000)]))
  .end()
  .as('lockedForMs');

/** Counts an attempt, unless the counter is locked or full. Restarts the count if its window or lock is over. */
const countOne = (into: Pick<TypedSql, 'insertInto'>, subject: Expression<string>) =>
  into
    .insertInto('lockouts')
    .values({ subject, failedCount: 1 })
    .onConflict((conflict) =>
      conflict
        .column('subject')
        .doUpdateSet((row) => ({
          failedCount: row
            .case()
            .when(isOver)
            .then(row.lit(1))
            .else(row(failedCount, '+', 1))
            .end(),
          windowStartedAt: row
            .case()
            .when(isOver)
            .then(now())
            .else(row.ref('lockouts.windowStartedAt'))
            .end(),
          lockedUntil: null,
        }))
        .where((row) =>
          row.or([
            row(lockedUntil, '<=', now()),
            row.and([
              row(lockedUntil, 'is', null),
              row.or([row(failedCount, '<', limits.wrongPasswords.size), isOver]),
            ]),
          ]),
        ),
    )
    .returning('failedCount as number');

type AccountColumn = 'u.email' | 'u.id';
type Given = { key: string; account: string };

const accountWhere = (from: Pick<TypedSql, 'selectFrom'>, column: AccountColumn, value: Expression<string>) =>
  from
    .selectFrom('users as u')
    .innerJoin('teams as t', 't.id', 'u.teamId')
    .leftJoin('subscriptions as s', 's.teamId', 't.id')
    .where(column, '=', value)
    .select((one) =>
      jsonBuildObject({
        id: one.ref('u.id'),
        email: one.ref('u.email'),
        firstName: one.ref('u.firstName'),
        lastName: one.ref('u.lastName'),
        passwordHash: one.ref('u.passwordHash'),
        deactivatedAt: one.ref('u.deactivatedAt'),
        secondFactorAt: one.ref('u.secondFactorAt'),
        factorDependsOnIdp: one
          .selectFrom('secondFactors as f')
          .select('f.dependsOnIdp')
          .whereRef('f.userId', '=', 'u.id')
          .where('f.confirmedAt', 'is not', null)
          .$asScalar(),
        isDeletionPending: flag(one('u.deletionRequestedAt', 'is not', null)),
        teamSince: one.ref('u.teamSince'),
        createdAt: one.ref('u.createdAt'),
        teamFactorDueAt: one.ref('t.secondFactorDueAt'),
        readAt: now(),
        teamName: one.ref('t.name'),
        hasIncompleteBilling: one.ref('t.hasIncompleteBilling'),
        ownerId: one.ref('t.ownerId'),
        subscriptionStatus: one.ref('s.status'),
        endsAs: one.ref('s.endsAs'),
        // False, for example, at the first login after a sign-up or password reset.
        hasKnownDevices: flag(
          one.exists(one.selectFrom('knownDevices as d').select('d.id').whereRef('d.userId', '=', 'u.id')),
        ),
      }).as('account'),
    );

const attemptOf = (account: AccountColumn) =>
  prepare<Given>()((database, given) =>
    database
      .with('attempt', (into) => countOne(into, given('key')))
      .selectNoFrom((row) => [
        row.selectFrom('attempt').select('number').as('number'),
        row.selectFrom('lockouts').select(lockedForMs).where('subject', '=', given('key')).as('lockedForMs'),
        accountWhere(detached, account, given('account')).as('account'),
      ]),
  );

const attempts = { email: attemptOf('u.email'), id: attemptOf('u.id') };

/** `number` is null if the attempt was not counted, because the counter is locked or full. */
export async function countAttempt(db: Db, count: LockoutKey, account: AccountKey) {
  const [row] =
    'id' in account
      ? await attempts.id(typedSql(db), { key: keyOf(count), account: account.id })
      : await attempts.email(typedSql(db), { key: keyOf(count), account: account.email });
  return row;
}

export type LoginAccount = NonNullable<NonNullable<Awaited<ReturnType<typeof countAttempt>>>['account']>;

export async function readLoginAccount(db: Db, userId: string): Promise<LoginAccount | undefined> {
  const row = await accountWhere(typedSql(db), 'u.id', expression.val(userId)).executeTakeFirst();
  return row?.account;
}

/** Keeps a lock that another attempt has set meanwhile. */
export async function clearAttempts(db: Db, count: LockoutKey): Promise<void> {
  await preparedForgive(typedSql(db), { key: keyOf(count) });
}

const preparedForgive = prepare<{ key: string }>()((database, given) =>
  database.deleteFrom('lockouts').where('subject', '=', given('key')).where('lockedUntil', 'is', null),
);

export async function uncountAttempt(db: Db, count: LockoutKey): Promise<void> {
  await typedSql(db)
    .updateTable('lockouts')
    .set((row) => ({ failedCount: row('failedCount', '-', 1) }))
    .where('subject', '=', keyOf(count))
    .where('lockedUntil', 'is', null)
    .where('failedCount', '>', 0)
    .execute();
}

export async function lockCounter(db: Db, count: LockoutKey): Promise<boolean> {
  const locked = await typedSql(db)
    .updateTable('lockouts')
    .set({ lockedUntil: ahead(WINDOW) })
    .where('subject', '=', keyOf(count))
    .where('lockedUntil', 'is', null)
    .executeTakeFirst();
  return locked.numUpdatedRows > 0n;
}

/**
 * Reads the milliseconds until a counter unlocks, and the number of attempts left. Returns undefined for a counter
 * without a row, which has all attempts left.
 */
export async function readLockoutState(db: Db, count: LockoutKey) {
  return typedSql(db)
    .selectFrom('lockouts')
    .select([
      lockedForMs,
      expression
        .case()
        .when(isOver)
        .then(expression.lit<number>(limits.wrongPasswords.size))
        .else(expression(expression.lit<number>(limits.wrongPasswords.size), '-', failedCount))
        .end()
        .as('free'),
    ])
    .where('subject', '=', keyOf(count))
    .executeTakeFirst();
}
