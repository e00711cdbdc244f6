import { CommandError } from '../command-error.ts';
import { ownerVariable } from './database-urls.ts';
import { withClient } from './with-client.ts';

/** `server_version_num` of the oldest supported Postgres. */
const OLDEST_VERSION = 150_000;

/** Connects once, so that a wrong database URL or a Postgres that is too old causes a clear `CommandError`. */
export async function checkDatabaseUrl(databaseUrl: string, variable = ownerVariable()): Promise<void> {
  if (!URL.canParse(databaseUrl) || !/^postgres(ql)?:$/.test(new URL(databaseUrl).protocol)) {
    throw new CommandError(
      `${variable} is not the URL of a Postgres database. A URL looks like postgresql://user:password@host:5432/name`,
    );
  }
  const { host, username, pathname } = new URL(databaseUrl);
  try {
    const { rows } = await withClient(databaseUrl, (client) =>
      client.query<{ number: number; version: string }>(
        `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
      ),
    );
    if (rows[0] && rows[0].number < OLDEST_VERSION)
      throw new CommandError(
        `${variable} leads to Postgres ${rows[0].version}; version 15 or later is needed.`,
      );
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const fault = error as { code?: string; message: string };
    throw new CommandError(
      `${variable}: ${explain(fault, host, decodeURIComponent(username), pathname.slice(1))}`,
    );
  }
}

function explain(
  { code, message }: { code?: string; message: string },
  host: string,
  user: string,
  name: string,
): string {
  switch (code) {
    case '28P01':
    case '28000':
      return `the database server at ${host} does not accept the user "${user}" with this password.`;
    case '3D000':
      return `there is no database "${name}" at ${host}. Create it (createdb ${name}), or set the name of another.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host name in "${host}" has no address. Check the name and your DNS.`;
    case 'ECONNREFUSED':
      return `no database server answers at ${host}. Check that it runs, and that the port is right.`;
    default:
      return `the database at ${host} cannot be used: ${message}`;
  }
}
