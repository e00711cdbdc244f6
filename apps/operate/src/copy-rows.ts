import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { Client } from 'pg';

export type TableDigest = { rows: number; digest: string };

const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Tables with rows of their own; a partition's rows are its parent's. */
const TABLES = `
  SELECT c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY 1`;

/** A moment of a database that others go on writing to; it can be seen until it is let go of. */
export interface Moment {
  /** As `pg_dump --snapshot` takes it. */
  snapshot: string;
  letGo: () => Promise<void>;
}

/** Holds the present moment, so that everything reads the same rows. */
export async function holdMoment(databaseUrl: string): Promise<Moment> {
  const client = await connect(databaseUrl);
  await client.query(BEGIN_READING);
  const { rows } = await client.query<{ snapshot: string }>('SELECT pg_export_snapshot() AS snapshot');
  return { snapshot: rows[0]?.snapshot ?? '', letGo: () => client.end() };
}

/** How many rows each table of the portal and of its queue has, at that moment or now, and a digest over all of them. */
export async function digestRows(databaseUrl: string, moment?: Moment): Promise<Map<string, TableDigest>> {
  return withClient(databaseUrl, async (client) => {
    await goTo(client, moment);
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
 * Writes the rows of that moment into `file` and from there into `target`, a migrated database, whose own rows go.
 * Needs a superuser there: foreign keys and triggers are for rows that are new. Gives the file's size in bytes.
 */
export async function copyRows(
  source: string,
  moment: Moment,
  target: string,
  file: string,
): Promise<number> {
  writeFileSync(file, '');
  await withClient(source, async (client) => {
    await goTo(client, moment);
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

async function goTo(client: Client, moment: Moment | undefined): Promise<void> {
  await client.query(BEGIN_READING);
  if (moment) await client.query(`SET TRANSACTION SNAPSHOT ${client.escapeLiteral(moment.snapshot)}`);
}

async function readTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  return rows.map(({ name }) => name);
}

async function readRows(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${table} t`);
  return rows.map(({ row }) => row);
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("SET timezone TO 'UTC'");
  return client;
}

async function withClient<T>(databaseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(databaseUrl);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
