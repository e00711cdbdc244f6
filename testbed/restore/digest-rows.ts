import { createHash } from 'node:crypto';
import { withClient } from '@foyer/tools/prisma/with-client';

/** Selects all tables of the portal and its queue. Leaves out partitions, whose rows their parent contains. */
const TABLES = `
  SELECT c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname IN ('public', 'pgboss') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
   ORDER BY 1`;

export function digestRows(databaseUrl: string): Promise<Map<string, { rows: number; digest: string }>> {
  return withClient(databaseUrl, async (client) => {
    await client.query("SET timezone TO 'UTC'");
    const digests = new Map<string, { rows: number; digest: string }>();
    const tables = await client.query<{ name: string }>(TABLES);
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`SELECT to_jsonb(t)::text AS row FROM ${name} t`);
      const lines = rows.map(({ row }) => row).toSorted();
      digests.set(name, {
        rows: lines.length,
        digest: createHash('sha256').update(lines.join('\n')).digest('hex'),
      });
    }
    return digests;
  });
}
