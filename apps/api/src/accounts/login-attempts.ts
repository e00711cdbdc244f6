import { LOGIN_LOCKOUT_MS, WRONG_PASSWORDS_TO_LOCK } from '@foyer/contracts/login';
import { Prisma } from '@foyer/db/client';

/**
 * What attempts are counted by (invariant 6 of docs/security.md): the address, with or without an account, in
 * browsers that have not logged in to it before; else that browser.
 */
export type LockoutKey = { email: string; deviceId: string | undefined };

/** The state of a count: for how long it is locked, or how many attempts are left. */
export type LockoutState = { lockedForMs: number | null; free: number };

const lockoutSeconds = Prisma.sql`make_interval(secs => ${LOGIN_LOCKOUT_MS}::int / 1000)`;
const isOver = Prisma.sql`(l.locked_until <= now() OR l.window_started_at <= now() - ${lockoutSeconds})`;
const lockedForMs = Prisma.sql`
  CASE WHEN l.locked_until > now() THEN ceil(extract(epoch FROM l.locked_until - now()) * 1000)::int END`;

/** The row in one of two tables, which differ in their key only. */
function rowOf({ email, deviceId }: LockoutKey) {
  return deviceId === undefined
    ? { table: Prisma.raw('login_lockouts'), column: Prisma.raw('email'), key: Prisma.sql`${email}` }
    : {
        table: Prisma.raw('device_lockouts'),
        column: Prisma.raw('device_id'),
        key: Prisma.sql`${deviceId}::uuid`,
      };
}

/** A unique name of a count: no address looks like an id. */
export function keyOf({ email, deviceId }: LockoutKey): string {
  return deviceId ?? email;
}

/**
 * Counts an attempt unless its count is locked or used up, and returns the state of the count with the row of
 * `account`, which has a column `id`. An expired window or lock starts over. `number` is null if the attempt was not
 * counted.
 */
export function countAttempt(count: LockoutKey, account: Prisma.Sql): Prisma.Sql {
  const { table, column, key } = rowOf(count);
  return Prisma.sql`
    WITH try AS (
      INSERT INTO ${table} AS l (${column}, failed_count) VALUES (${key}, 1)
      ON CONFLICT (${column}) DO UPDATE SET
        failed_count = CASE WHEN ${isOver} THEN 1 ELSE l.failed_count + 1 END,
        window_started_at = CASE WHEN ${isOver} THEN now() ELSE l.window_started_at END,
        locked_until = NULL
      WHERE l.locked_until <= now()
         OR (l.locked_until IS NULL AND (l.failed_count < ${WRONG_PASSWORDS_TO_LOCK}::int OR ${isOver}))
      RETURNING failed_count AS number)
    SELECT account.*, try.number,
           (SELECT ${lockedForMs} FROM ${table} AS l WHERE ${column} = ${key}) AS "lockedForMs"
      FROM (SELECT) AS one LEFT JOIN try ON true LEFT JOIN (${account}) AS account ON true`;
}

/** Deletes the attempts of this count after a right password. A lock that came in between stays. */
export function forgiving(count: LockoutKey): Prisma.Sql {
  const { table, column, key } = rowOf(count);
  return Prisma.sql`DELETE FROM ${table} WHERE ${column} = ${key} AND locked_until IS NULL`;
}

/** Takes back an attempt whose password was not checked. */
export function uncountAttempt(count: LockoutKey): Prisma.Sql {
  const { table, column, key } = rowOf(count);
  return Prisma.sql`
    UPDATE ${table} SET failed_count = failed_count - 1
     WHERE ${column} = ${key} AND locked_until IS NULL AND failed_count > 0`;
}

/** Locks a count, if it is not locked yet. */
export function lockCount(count: LockoutKey): Prisma.Sql {
  const { table, column, key } = rowOf(count);
  return Prisma.sql`
    UPDATE ${table} SET locked_until = now() + ${lockoutSeconds} WHERE ${column} = ${key} AND locked_until IS NULL`;
}

/** The state of many counts in one statement; a count without a row has all its attempts left. */
export function readLockoutStates(counts: LockoutKey[]): Prisma.Sql {
  const emails = counts.filter((count) => count.deviceId === undefined).map((count) => count.email);
  const deviceIds = counts.flatMap(({ deviceId }) => deviceId ?? []);
  const standing = Prisma.sql`
    ${lockedForMs} AS "lockedForMs",
    CASE WHEN ${isOver} THEN ${WRONG_PASSWORDS_TO_LOCK}::int
         ELSE ${WRONG_PASSWORDS_TO_LOCK}::int - l.failed_count END AS free`;
  return Prisma.sql`
    SELECT email AS key, ${standing} FROM login_lockouts AS l WHERE email = ANY(${emails})
    UNION ALL
    SELECT device_id::text, ${standing} FROM device_lockouts AS l WHERE device_id = ANY(${deviceIds}::uuid[])`;
}
