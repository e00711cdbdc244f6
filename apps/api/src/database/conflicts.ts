import { NO_FREE_SEAT, sqlStateOf } from '@foyer/db/sql-state';

const UNIQUE_VIOLATION = '23505';
/** A serialization failure and a deadlock. Postgres has rolled back, so a retry is safe. */
const LOST_TO_ANOTHER = new Set(['40001', '40P01']);

export function isSeatLimitError(error: unknown): boolean {
  return sqlStateOf(error)?.code === NO_FREE_SEAT;
}

export function isUniqueConflict(error: unknown, ...constraints: string[]): boolean {
  const state = sqlStateOf(error);
  return state?.code === UNIQUE_VIOLATION && constraints.includes(state.constraint ?? '');
}

const MAX_TRIES = 4;

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
