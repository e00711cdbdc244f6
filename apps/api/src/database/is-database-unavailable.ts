import { driverErrorOf, sqlStateOf } from '@foyer/db/sql-state';

/** Codes of node-postgres and Prisma for a database that is unreachable, too slow, or has no free connection. */
const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
]);

/**
 * Postgres' codes for temporary failures: of connections, shutdown, timeouts, a full disk or memory, a read-only
 * standby, and a transaction that was rolled back because of a conflict.
 */
const UNAVAILABLE_STATES = new Set([
  '08000',
  '08001',
  '08003',
  '08006',
  '25006',
  '40001',
  '40P01',
  '53100',
  '53200',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
]);

/** Prisma's errors for a connection that is lost, cannot be opened or does not respond. */
const UNAVAILABLE_ERRORS = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
]);

/** Messages of the drivers, for errors without a code. They do not depend on the server's language. */
const UNAVAILABLE_MESSAGES = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** Returns whether an error means that the database is unavailable for now. A violated constraint does not count. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (UNAVAILABLE_STATES.has(sqlStateOf(error)?.code ?? '')) return true;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string' && UNREACHABLE_CODES.has(cause.code)) return true;
    if (UNAVAILABLE_ERRORS.has(driverErrorOf(cause) ?? '')) return true;
    if (UNAVAILABLE_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
