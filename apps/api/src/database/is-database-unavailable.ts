import { driverErrorOf, sqlStateOf } from '@foyer/db/sql-state';

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

const UNAVAILABLE_ERRORS = new Set([
  'ConnectionClosed',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TooManyConnections',
]);

/** For errors without a code. The messages do not depend on the server's language. */
const UNAVAILABLE_MESSAGES = /timeout exceeded when trying to connect|Connection terminated|is not queryable/;

export function isDatabaseUnavailable(error: unknown): boolean {
  if (UNAVAILABLE_STATES.has(sqlStateOf(error)?.code ?? '')) return true;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string' && UNREACHABLE_CODES.has(cause.code)) return true;
    if (UNAVAILABLE_ERRORS.has(driverErrorOf(cause) ?? '')) return true;
    if (UNAVAILABLE_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
