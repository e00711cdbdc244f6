import { NO_FREE_SEAT, sqlStateOf } from '@foyer/db/sql-state';

const UNIQUE_VIOLATION = '23505';
const NOT_NULL_VIOLATION = '23502';
/** Serialization failure and deadlock: whoever gets one may try again. */
const LOST_TO_ANOTHER = new Set(['40001', '40P01']);

/** Whether the database's seat gate refused (migration "seat_gate"). */
export function isSeatLimitError(error: unknown): boolean {
  return sqlStateOf(error)?.code === NO_FREE_SEAT;
}

/** Whether somebody else has just written the row that was to be unique, by one of these constraints. */
export function isUniqueConflict(error: unknown, ...constraints: string[]): boolean {
  const state = sqlStateOf(error);
  return state?.code === UNIQUE_VIOLATION && constraints.includes(state.constraint ?? '');
}

/** Whether a column that a row needs got no value, as by a subquery whose condition no longer holds. */
export function isMissingValue(error: unknown, table: string, column: string): boolean {
  const state = sqlStateOf(error);
  return state?.code === NOT_NULL_VIOLATION && state.table === table && state.column === column;
}

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
      const isConflict = LOST_TO_ANOTHER.has(sqlStateOf(error)?.code ?? '') || isLost(error);
      if (tries === MAX_TRIES || !isConflict) throw error;
    }
  }
}
