import { driverErrorOf, sqlStateOf } from '@foyer/db/sql-state';

/** Codes of node-postgres and Prisma for "cannot be reached, takes too long, or has no connection free". */
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
 * Postgres' codes for "not now": connections, shutdown, waiting too long, no room, a standby that may only be read, and a
 * transaction that was undone so that another could go on.
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

/** Prisma's names for a connection that broke, was not to be had, or fell silent. */
const UNAVAILABLE_ERRORS = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
]);

/** What the drivers say in their own words, which no setting of the server changes, and without a code. */
const UNAVAILABLE_MESSAGES = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

/** Whether an error says that the database did not answer, as opposed to answering no. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (UNAVAILABLE_STATES.has(sqlStateOf(error)?.code ?? '')) return true;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string' && UNREACHABLE_CODES.has(cause.code)) return true;
    if (UNAVAILABLE_ERRORS.has(driverErrorOf(cause) ?? '')) return true;
    if (UNAVAILABLE_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
