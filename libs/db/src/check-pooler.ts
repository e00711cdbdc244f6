import { Client, DatabaseError } from 'pg';

const TRIES = 20;
/** Postgres' codes for a statement name that is taken or unknown on the connection (PostgreSQL, appendix A). */
const TAKEN_OR_GONE = new Set(['42P05', '26000']);

/**
 * Returns why named statements fail through the pooler at this URL. Undefined if they work, or if they fail for another
 * reason. A pooler that assigns connections per transaction must track which connection has which statement.
 */
export async function findPoolerFault(databaseUrl: string): Promise<string | undefined> {
  try {
    for (let count = 0; count < TRIES; count++) await runNamedStatement(databaseUrl);
  } catch (error) {
    if (error instanceof DatabaseError && TAKEN_OR_GONE.has(error.code ?? ''))
      return (
        `leads to a pooler that mixes up named statements (${error.message}). ` +
        'PgBouncer needs version 1.21 or later and max_prepared_statements above 0 (docs/operate.md, "A pooler").'
      );
  }
  return undefined;
}

async function runNamedStatement(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query({ name: 'foyer_pooler', text: 'SELECT 1' });
  } finally {
    await client.end().catch(() => {});
  }
}
