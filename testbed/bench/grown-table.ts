import { readFileSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import { lines } from './report.ts';
import { figureRow } from './table.ts';

type Partitioning = { name: string; by: string; key: string; parts: { name: string; values: string }[] };

export type Cost = { cpuMs: number; walBytes: number; seconds: number };

/** Linux reports CPU time in hundredths of a second. */
const TICK_MS = 10;

export class GrowthClient {
  readonly client: PoolClient;
  readonly #pid: number;

  private constructor(client: PoolClient, pid: number) {
    this.client = client;
    this.#pid = pid;
  }

  static async on(pool: Pool): Promise<GrowthClient> {
    const client = await pool.connect();
    await client.query("SET statement_timeout = 0; SET maintenance_work_mem = '512MB'");
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    return new GrowthClient(client, rows[0]?.pid ?? 0);
  }

  release(): void {
    this.client.release(true);
  }

  async run(statement: string, values: unknown[] = []): Promise<number> {
    return (await this.client.query(statement, values)).rowCount ?? 0;
  }

  /**
   * Returns the cost per execution as text: CPU time without the round trip, and bytes of WAL. `i` is the number of the
   * execution. PL/pgSQL requires PERFORM for a SELECT.
   */
  async eachOf(times: number, statement: string): Promise<string> {
    const body = /^\s*SELECT/.test(statement) ? `PERFORM * FROM (${statement}) AS found` : statement;
    const loop = `DO $$ BEGIN FOR i IN 1..${times} LOOP ${body}; END LOOP; END $$`;
    await this.run(loop);
    const { cpuMs, walBytes } = await this.cost(() => this.run(loop));
    return `${micro(cpuMs, times)}, ${Math.round(walBytes / times)} bytes of log`;
  }

  async cost(work: () => Promise<unknown>): Promise<Cost> {
    const [cpu, wal, at] = [this.#cpuMs(), await this.#walPosition(), performance.now()];
    await work();
    return {
      cpuMs: this.#cpuMs() - cpu,
      walBytes: (await this.#walPosition()) - wal,
      seconds: (performance.now() - at) / 1000,
    };
  }

  /** Reads CPU time: fields 14 and 15 of /proc/[pid]/stat (proc(5)), after the name in brackets. */
  #cpuMs(): number {
    const stat = readFileSync(`/proc/${this.#pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  }

  async #walPosition(): Promise<number> {
    const { rows } = await this.client.query<{ at: string }>(
      "SELECT pg_current_wal_insert_lsn() - '0/0' AS at",
    );
    return Number(rows[0]?.at);
  }
}

/**
 * Returns partitions of equal length. The first one has no lower bound, the last one no upper bound. `hoursAt` returns
 * the start of a partition, in hours from the start of the run.
 */
export async function cutByTime(
  growth: GrowthClient,
  table: string,
  cut: { name: string; key: string; count: number; hoursAt: (part: number) => number },
): Promise<Partitioning> {
  const { rows } = await growth.client.query<{ ms: string }>(
    'SELECT extract(epoch FROM at) * 1000 AS ms FROM began',
  );
  const at = (part: number) =>
    `'${new Date(Math.floor(Number(rows[0]?.ms)) + cut.hoursAt(part) * 3_600_000).toISOString()}'`;
  const parts = Array.from({ length: cut.count }, (_, part) => ({
    name: `${table}_${part}`,
    values: `FROM (${part === 0 ? 'MINVALUE' : at(part)}) TO (${part === cut.count - 1 ? 'MAXVALUE' : at(part + 1)})`,
  }));
  return { name: cut.name, by: `RANGE (${cut.key})`, key: cut.key, parts };
}

/**
 * The copy gets indexes on the same columns. A unique index also contains the partition key, as Postgres requires
 * (documentation, 5.12.2.3).
 */
export async function copyOfTable(
  growth: GrowthClient,
  table: string,
  columns: string,
  select: string,
  cut?: Partitioning,
): Promise<string> {
  const copy = `${cut?.name ?? 'whole'}.${table}`;
  await growth.run(`CREATE SCHEMA IF NOT EXISTS ${cut?.name ?? 'whole'}`);
  await growth.run(
    `CREATE TABLE ${copy} (LIKE ${table} INCLUDING DEFAULTS) ${cut ? `PARTITION BY ${cut.by}` : ''}`,
  );
  for (const { name, values } of cut?.parts ?? [])
    await growth.run(`CREATE TABLE ${cut?.name}.${name} PARTITION OF ${copy} FOR VALUES ${values}`);
  await growth.run('SET synchronous_commit = off');
  await growth.run(`INSERT INTO ${copy} (${columns}) ${select}`);
  const { rows } = await growth.client.query<{ isUnique: boolean; columns: string[] }>(
    `SELECT i.indisunique AS "isUnique", array_agg(a.attname::text ORDER BY k.place) AS columns
       FROM pg_index i CROSS JOIN unnest(i.indkey) WITH ORDINALITY AS k(number, place)
       JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
      WHERE i.indrelid = $1::regclass GROUP BY i.indexrelid, i.indisunique`,
    [table],
  );
  for (const { isUnique, columns: of } of rows) {
    const names = isUnique && cut && !of.includes(cut.key) ? [...of, cut.key] : of;
    await growth.run(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ON ${copy} (${names.join(', ')})`);
  }
  await growth.run(`VACUUM ANALYZE ${copy}`);
  await growth.run('RESET synchronous_commit; CHECKPOINT');
  return copy;
}

export const micro = (cpuMs: number, calls: number): string => `${((cpuMs * 1000) / calls).toFixed(0)} µs`;
const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

export function printCost(what: string, { cpuMs, walBytes, seconds }: Cost): void {
  report(
    what,
    `${(cpuMs / 1000).toFixed(2)} s of processor, ${megabytes(walBytes)} of log, ${seconds.toFixed(1)} s`,
  );
}

export function report(what: string, figure: string): void {
  lines.push(figureRow(what, figure));
  console.log(`${what}: ${figure}`);
}

export async function printSize(growth: GrowthClient, what: string, copy: string): Promise<void> {
  const { rows } = await growth.client.query<{ size: string }>(
    `SELECT pg_total_relation_size($1::regclass) + coalesce(sum(pg_total_relation_size(relid)), 0) AS size
       FROM pg_partition_tree($1::regclass) WHERE relid <> $1::regclass`,
    [copy],
  );
  report(what, megabytes(Number(rows[0]?.size)));
}
