import type { Pool } from 'pg';

/** Postgres may rightly scan smaller tables sequentially. */
const SMALL_ROWS = 5_000;

/**
 * Returns the statements that scan a large table sequentially. `explained` counts the statements that Postgres could
 * explain.
 */
export async function findSequentialScans(
  pool: Pool,
  statements: string[],
): Promise<{ explained: number; found: string[] }> {
  const { rows: large } = await pool.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relkind = $1 AND reltuples > $2',
    ['r', SMALL_ROWS],
  );
  const names = new Set(large.map(({ name }) => name));
  const found: string[] = [];
  let explained = 0;
  for (const statement of statements) {
    if (!/^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)/i.test(statement)) continue;
    const plan = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (GENERIC_PLAN) ${statement}`).then(
      ({ rows }) => rows.map((row) => row['QUERY PLAN']),
      () => undefined,
    );
    if (!plan) continue;
    explained += 1;
    const scanned = plan
      .map((line) => /Seq Scan on (\w+)/.exec(line)?.[1])
      .find((name) => name && names.has(name));
    if (scanned) found.push(`${scanned}: ${statement.replaceAll(/\s+/g, ' ').slice(0, 120)}`);
  }
  return { explained, found };
}
