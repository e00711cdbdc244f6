import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NEEDED = ['initdb', 'postgres', 'pg_dump', 'pg_restore', 'createdb'];
/** Debian and Ubuntu keep each version in a folder of its own, outside the `PATH`. */
const OF_DEBIAN = '/usr/lib/postgresql/*/bin';

/** The folder with a Postgres and its tools; pg_dump refuses a server newer than itself, so they come together. */
export const postgresTools = [
  ...(process.env['PATH'] ?? '').split(delimiter),
  ...globSync(OF_DEBIAN).toSorted().toReversed(),
].find((folder) => NEEDED.every((name) => existsSync(join(folder, name))));

/** Why there is none; undefined if there is one. */
export const noPostgresTools = postgresTools
  ? undefined
  : `This machine has no folder with ${NEEDED.join(', ')}, on the PATH or as ${OF_DEBIAN}.`;
