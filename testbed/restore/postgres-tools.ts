import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'createdb'];
/** Debian and Ubuntu keep each version in a separate folder outside the `PATH`. */
const OF_DEBIAN = '/usr/lib/postgresql/*/bin';

/**
 * The folder of a Postgres with its tools. The tools must be of the server's version, because pg_dump rejects a newer
 * server.
 */
export const postgresTools = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync(OF_DEBIAN).toSorted().toReversed(),
].find((folder) => NEEDED.every((name) => existsSync(join(folder, name))));

export const noPostgresTools = postgresTools
  ? undefined
  : `This machine has no folder with ${NEEDED.join(', ')}, on the PATH or as ${OF_DEBIAN}.`;
