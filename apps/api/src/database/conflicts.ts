/** Says whether an error, or what caused it, contains a text. Postgres' own words survive every wrapper. */
function mentions(error: unknown, text: RegExp): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (text.test(cause.message)) return true;
  return false;
}

/** Whether the database's seat gate refused (migration "seat_gate"). */
export function isSeatRefusal(error: unknown): boolean {
  return mentions(error, /no_free_seat/);
}

/** Whether somebody else has just written the row that was to be unique. */
export function isUniqueConflict(error: unknown): boolean {
  return mentions(error, /unique constraint/i);
}

/** Whether a value that a row needs was not found, as by a subquery whose condition no longer holds. */
export function isMissingValue(error: unknown): boolean {
  return mentions(error, /violates not-null constraint/i);
}

const CONFLICT = /deadlock detected|could not serialize access|write conflict/i;
const MAX_TRIES = 4;

/**
 * Runs a transaction again when it lost to another one that wanted the same rows, or for what else `isLost` says so.
 * It must be safe to repeat.
 */
export async function retryConflicts<T>(
  run: () => Promise<T>,
  isLost: (error: unknown) => boolean = () => false,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === MAX_TRIES || !(mentions(error, CONFLICT) || isLost(error))) throw error;
    }
  }
}
