import { LOGIN_LOCKOUT_MS, WRONG_PASSWORDS_TO_LOCK } from '@foyer/contracts/login';
import type { Transaction } from '@foyer/db/client';
import {
  ago,
  ahead,
  cast,
  detached,
  expression,
  flag,
  jsonBuildObject,
  now,
  prepare,
  typedSql,
  valueOf,
  wholeMsBetween,
  type Expression,
  type TypedSql,
} from '@foyer/db/typed-sql';

/**
 * What attempts are counted by (invariant 6 of docs/security.md): the address, with or without an account, in
 * browsers that have not logged in to it before; else that browser.
 */
export type LockoutKey = { email: string; deviceId: string | undefined };

/** The state of a count: for how long it is locked, or how many attempts are left. */
export type LockoutState = { lockedForMs: number | null; free: number };

/** Whose row is read with an attempt: the address's, or a user's. */
export type AccountKey = { email: string } | { id: string };

const WINDOW = { seconds: LOGIN_LOCKOUT_MS / 1000 };

/** A unique name of a count: no address looks like an id. */
export function keyOf({ email, deviceId }: LockoutKey): string {
  return deviceId ?? email;
}

type CountTable = 'loginLockouts' | 'deviceLockouts';

function tableOf({ deviceId }: LockoutKey): CountTable {
  return deviceId === undefined ? 'loginLockouts' : 'deviceLockouts';
}

const isCount = ({ email, deviceId }: LockoutKey) =>
  deviceId === undefined ? expression('email', '=', email) : expression('deviceId', '=', deviceId);

/** The columns of a count, whose two tables differ in their key only. */
type Columns = {
  failedCount: Expression<number>;
  windowStartedAt: Expression<Date>;
  lockedUntil: Expression<Date | null>;
};

const columnsOf = (table: CountTable): Columns => ({
  failedCount: expression.ref(`${table}.failedCount`),
  windowStartedAt: expression.ref(`${table}.windowStartedAt`),
  lockedUntil: expression.ref(`${table}.lockedUntil`),
});

const isOver = ({ lockedUntil, windowStartedAt }: Columns) =>
  expression.or([expression(lockedUntil, '<=', now()), expression(windowStartedAt, '<=', ago(WINDOW))]);

const lockedForMs = ({ lockedUntil }: Columns) =>
  expression.case().when(lockedUntil, '>', now()).then(wholeMsBetween(now(), lockedUntil)).end();

/** What one more attempt makes of a count. An expired window or lock starts over. */
const counted = (columns: Columns) => ({
  failedCount: expression
    .case()
    .when(isOver(columns))
    .then(expression.lit(1))
    .else(expression(columns.failedCount, '+', 1))
    .end(),
  windowStartedAt: expression.case().when(isOver(columns)).then(now()).else(columns.windowStartedAt).end(),
  lockedUntil: null,
});

const isFree = (columns: Columns) =>
  expression.or([
    expression(columns.lockedUntil, '<=', now()),
    expression.and([
      expression(columns.lockedUntil, 'is', null),
      expression.or([expression(columns.failedCount, '<', WRONG_PASSWORDS_TO_LOCK), isOver(columns)]),
    ]),
  ]);

function countAtAddress(into: Pick<TypedSql, 'insertInto'>, email: Expression<string>) {
  const columns = columnsOf('loginLockouts');
  return into
    .insertInto('loginLockouts')
    .values({ email, failedCount: 1 })
    .onConflict((conflict) => conflict.column('email').doUpdateSet(counted(columns)).where(isFree(columns)))
    .returning('failedCount as number');
}

function countInBrowser(into: Pick<TypedSql, 'insertInto'>, deviceId: Expression<string>) {
  const columns = columnsOf('deviceLockouts');
  return into
    .insertInto('deviceLockouts')
    .values({ deviceId, failedCount: 1 })
    .onConflict((conflict) =>
      conflict.column('deviceId').doUpdateSet(counted(columns)).where(isFree(columns)),
    )
    .returning('failedCount as number');
}

type AccountColumn = 'u.email' | 'u.id';
type Given = { key: string; account: string };

/** What is known of an account, with the state of its team's subscription, as one value. */
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
        factorOnWordOf: valueOf(
          one
            .selectFrom('secondFactors as f')
            .select('f.onWordOf')
            .whereRef('f.userId', '=', 'u.id')
            .where('f.confirmedAt', 'is not', null),
        ),
        isLeaving: flag(one('u.leavingAt', 'is not', null)),
        teamSince: one.ref('u.teamSince'),
        createdAt: one.ref('u.createdAt'),
        teamFactorDueAt: one.ref('t.secondFactorDueAt'),
        readAt: now(),
        teamName: one.ref('t.name'),
        hasIncompleteBilling: one.ref('t.hasIncompleteBilling'),
        ownerId: one.ref('t.ownerId'),
        subscriptionStatus: one.ref('s.status'),
        endsAs: one.ref('s.endsAs'),
        // None at the first login after the sign-up or a reset.
        hasKnownDevices: flag(
          one.exists(one.selectFrom('knownDevices as d').select('d.id').whereRef('d.userId', '=', 'u.id')),
        ),
      }).as('account'),
    );

const attemptOf = (table: CountTable, account: AccountColumn) =>
  prepare<Given>()((database, given) =>
    database
      .with('attempt', (into) =>
        table === 'loginLockouts' ? countAtAddress(into, given('key')) : countInBrowser(into, given('key')),
      )
      .selectNoFrom((row) => [
        row.selectFrom('attempt').select('number').as('number'),
        row
          .selectFrom(table)
          .select(lockedForMs(columnsOf(table)).as('lockedForMs'))
          .where(table === 'loginLockouts' ? 'email' : 'deviceId', '=', given('key'))
          .as('lockedForMs'),
        accountWhere(detached, account, given('account')).as('account'),
      ]),
  );

const attempts = {
  loginLockouts: { email: attemptOf('loginLockouts', 'u.email'), id: attemptOf('loginLockouts', 'u.id') },
  deviceLockouts: { email: attemptOf('deviceLockouts', 'u.email'), id: attemptOf('deviceLockouts', 'u.id') },
};

/**
 * Counts an attempt unless its count is locked or used up, and returns the state of the count with the account.
 * `number` is null if the attempt was not counted.
 */
export async function countAttempt(database: TypedSql, count: LockoutKey, account: AccountKey) {
  const byAccount = attempts[tableOf(count)];
  const [row] =
    'id' in account
      ? await byAccount.id(database, { key: keyOf(count), account: account.id })
      : await byAccount.email(database, { key: keyOf(count), account: account.email });
  return row;
}

/** What is known of the account that an attempt is for, with the state of its team's subscription. */
export type LoginAccount = NonNullable<NonNullable<Awaited<ReturnType<typeof countAttempt>>>['account']>;

/** The account of a user who has proved who they are by something else than a password, or whose login goes on. */
export async function readLoginAccount(
  transaction: Transaction,
  userId: string,
): Promise<LoginAccount | undefined> {
  const row = await accountWhere(typedSql(transaction), 'u.id', expression.val(userId)).executeTakeFirst();
  return row?.account;
}

/** Deletes the attempts of this count after a right password. A lock that came in between stays. */
export function forgiving(database: TypedSql, count: LockoutKey) {
  return database.deleteFrom(tableOf(count)).where(isCount(count)).where('lockedUntil', 'is', null);
}

/** Takes back an attempt whose password was not checked. */
export async function uncountAttempt(database: TypedSql, count: LockoutKey): Promise<void> {
  await database
    .updateTable(tableOf(count))
    .set((row) => ({ failedCount: row('failedCount', '-', 1) }))
    .where(isCount(count))
    .where('lockedUntil', 'is', null)
    .where('failedCount', '>', 0)
    .execute();
}

/** Locks a count. Returns false if it is locked already. */
export async function lockCount(database: TypedSql, count: LockoutKey): Promise<boolean> {
  const locked = await database
    .updateTable(tableOf(count))
    .set({ lockedUntil: ahead(WINDOW) })
    .where(isCount(count))
    .where('lockedUntil', 'is', null)
    .executeTakeFirst();
  return locked.numUpdatedRows > 0n;
}

/** The states of many counts in one statement, by `keyOf`. A count without a row has all its attempts left. */
export async function readLockoutStates(
  database: TypedSql,
  counts: LockoutKey[],
): Promise<Map<string, LockoutState>> {
  const emails = counts.filter((count) => count.deviceId === undefined).map((count) => count.email);
  const deviceIds = counts.flatMap(({ deviceId }) => deviceId ?? []);
  const rows = await database
    .selectFrom('loginLockouts')
    .select(['email as key', ...standing(columnsOf('loginLockouts'))])
    .where((row) => row('email', '=', row.fn.any(row.val(emails))))
    .unionAll((from) =>
      from
        .selectFrom('deviceLockouts')
        .select((row) => [
          cast(row.ref('deviceId'), 'text').as('key'),
          ...standing(columnsOf('deviceLockouts')),
        ])
        .where((row) => row('deviceId', '=', row.fn.any(cast(row.val(deviceIds), 'uuid[]')))),
    )
    .execute();
  return new Map(rows.map((row) => [row.key, row]));
}

const standing = (columns: Columns) =>
  [
    lockedForMs(columns).as('lockedForMs'),
    expression
      .case()
      .when(isOver(columns))
      .then(expression.lit<number>(WRONG_PASSWORDS_TO_LOCK))
      .else(expression(expression.lit<number>(WRONG_PASSWORDS_TO_LOCK), '-', columns.failedCount))
      .end()
      .as('free'),
  ] as const;
