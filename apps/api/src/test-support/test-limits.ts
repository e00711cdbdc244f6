import type { TestApi } from './test-api.ts';

const COLUMNS = { lockouts: ['window_started_at', 'locked_until'], mail_limits: ['empty_at'] };

/**
 * Simulates that time has passed. After a day, the default, login lockouts and mail limits start again. Locks each
 * table as a whole, because row locks could deadlock with a mail job.
 */
export async function advanceLimits({ pool }: TestApi, seconds = 86_400): Promise<void> {
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const moved = columns.map((column) => `${column} = ${column} - make_interval(secs => ${seconds})`);
    await pool.query(
      `BEGIN; LOCK TABLE ${table} IN SHARE ROW EXCLUSIVE MODE; UPDATE ${table} SET ${moved.join(', ')}; COMMIT`,
    );
  }
}
