import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';

export type TableDigest = { rows: number; digest: string };

/** Tables with rows of their own; a partition's rows are its parent's. */
const TABLES = `
  SELECT c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY 1`;

/** How many rows each table of the portal and of its queue has, and a digest over all of them. */
export async function digestRows(databaseUrl: string): Promise<Map<string, TableDigest>> {
  return withClient(databaseUrl, async (client) => {
    const digests = new Map<string, TableDigest>();
    for (const table of await readTables(client)) {
      const rows = await readRows(client, table);
      const digest = createHash('sha256').update(rows.sort().join('\n')).digest('hex');
      digests.set(table, { rows: rows.length, digest });
    }
    return digests;
  });
}

/**
 * Writes the rows of one moment into `file` and from there into `target`, a migrated database, whose own rows go.
 * Needs a superuser there: foreign keys and triggers are for rows that are new. Gives the file's size in bytes.
 */
export async function copyRows(source: string, target: string, file: string): Promise<number> {
  writeFileSync(file, '');
  await withClient(source, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    for (const table of await readTables(client))
      for (const row of await readRows(client, table)) appendFileSync(file, `${table}\t${row}\n`);
  });
  const text = readFileSync(file, 'utf8');
  await withClient(target, async (client) => {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    for (const table of await readTables(client)) await client.query(`DELETE FROM ${table}`);
    for (const line of text.split('\n').filter((one) => one !== '')) {
      const [table = '', row] = line.split(/\t(.*)/s);
      await client.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [
        row,
      ]);
    }
    await client.query('COMMIT');
  });
  return Buffer.byteLength(text);
}

async function readTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  return rows.map(({ name }) => name);
}

async function readRows(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
  return rows.map(({ row }) => row);
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("SET timezone TO 'UTC'");
    return await work(client);
  } finally {
    await client.end();
  }
}
