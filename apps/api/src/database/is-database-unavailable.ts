/** Codes of node-postgres, Postgres and Prisma for "cannot be reached, is shutting down, takes too long, or has no connection free". */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '08000',
  '08001',
  '08003',
  '08006',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
]);

const UNAVAILABLE_MESSAGES =
  /timeout exceeded when trying to connect|Connection terminated|DatabaseNotReachable/;

/** Whether an error says that the database did not answer, as opposed to answering no. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if ('code' in cause && typeof cause.code === 'string' && UNAVAILABLE_CODES.has(cause.code)) return true;
    if (UNAVAILABLE_MESSAGES.test(cause.message)) return true;
  }
  return false;
}
