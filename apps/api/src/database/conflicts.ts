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

const CONFLICT = /deadlock detected|could not serialize access|write conflict/i;
const MAX_TRIES = 4;

/** Runs a transaction again when it lost to another one that wanted the same rows. It must be safe to repeat. */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (tries === MAX_TRIES || !mentions(error, CONFLICT)) throw error;
    }
  }
}
