import { Client } from 'pg';

export const CONNECT_TIMEOUT_MS = 10_000;

export async function withClient<T>(url: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: url,
    application_name: 'foyer-tools',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // Ignores connection errors here, because the aborted query reports them.
  client.on('error', () => {});
  try {
    await client.connect();
    return await run(client);
  } finally {
    await client.end().catch(() => {});
  }
}

export function canConnect(url: string): Promise<boolean> {
  return withClient(url, () => Promise.resolve(true)).catch(() => false);
}
