import { Client } from 'pg';

export const CONNECT_TIMEOUT_MS = 10_000;

/** Lends a connection of its own to this database. */
export async function withClient<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'foyer-tools',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // The query that it breaks off says so.
  client.on('error', () => {});
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether a server takes somebody in under this address now. */
export function canConnect(url: string): Promise<boolean> {
  return withClient(url, () => Promise.resolve(true)).catch(() => false);
}
