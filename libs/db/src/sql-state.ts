/** An error of Postgres. Its code does not depend on the language of the server's messages (`lc_messages`). */
export type SqlState = {
  /** The five characters of appendix A of the PostgreSQL manual. */
  code: string;
  constraint?: string | undefined;
  table?: string | undefined;
  column?: string | undefined;
};

/**
 * The code that the function `require_free_seat` raises: the team has no free seat, or its owner is deleting the
 * account.
 */
export const NO_FREE_SEAT = 'SEAT0';

const MAX_DEPTH = 5;
const SQL_STATE = /^[0-9A-Z]{5}$/;

/**
 * Returns the Postgres error that is in an error of node-postgres or Prisma, or in one of its causes. Prisma's errors
 * (for example P2010) have it in `meta.driverAdapterError`.
 */
export function sqlStateOf(error: unknown): SqlState | undefined {
  for (
    let cause = error, depth = 0;
    cause instanceof Error && depth < MAX_DEPTH;
    cause = cause.cause, depth++
  ) {
    const found = readPostgresError(cause) ?? readPrismaError(cause);
    if (found) return found;
  }
  return undefined;
}

function readPostgresError(error: Error): SqlState | undefined {
  // Node's own errors have a code too, such as EPIPE. Only Postgres' errors have a severity.
  const code = textAt(error, 'code');
  if (code === undefined || !SQL_STATE.test(code) || textAt(error, 'severity') === undefined)
    return undefined;
  return {
    code,
    constraint: textAt(error, 'constraint'),
    table: textAt(error, 'table'),
    column: textAt(error, 'column'),
  };
}

/** Returns the kind of an error of Prisma's driver, for example `ConnectionClosed`. */
export function driverErrorOf(error: unknown): string | undefined {
  return textAt(at(at(at(error, 'meta'), 'driverAdapterError'), 'cause') ?? at(error, 'cause'), 'kind');
}

function readPrismaError(error: Error): SqlState | undefined {
  // At the start or end of a transaction, the adapter's error has no Prisma error around it.
  const cause = at(at(at(error, 'meta'), 'driverAdapterError') ?? error, 'cause');
  const code = textAt(cause, 'originalCode');
  if (code === undefined) return undefined;
  return { code, constraint: textAt(at(cause, 'constraint'), 'index'), table: textAt(cause, 'table') };
}

function at(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (Object.getOwnPropertyDescriptor(value, name)?.value as unknown)
    : undefined;
}

function textAt(value: unknown, name: string): string | undefined {
  const found = at(value, name);
  return typeof found === 'string' ? found : undefined;
}
