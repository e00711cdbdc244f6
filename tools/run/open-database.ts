import { roleUrls, type RoleUrls } from '@foyer/db/role-urls';
import { lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { checkDatabaseUrl } from '../prisma/check-database-url.ts';
import { preparePostgresHome, removePostgresHome, requireDataOf } from './postgres-home.ts';
import { addressDatabases, ensureDatabase, startPostgres } from './postgres.ts';
import { clearStaleServer, findRunningServer } from './stale-server.ts';
import { givenRoles, ownerUrl } from '../prisma/database-urls.ts';
import type { ManagedProcess } from './managed-process.ts';

const DATABASE = 'foyer';

export interface OpenDatabase {
  /** Its owner's. */
  url: string;
  /** The API's and the worker's, which are the owner's where nobody gave them their own. */
  roles: RoleUrls;
  /** The embedded server; absent when the database is somebody else's. */
  part?: ManagedProcess;
}

/** The given database, or else our own Postgres in the data folder. */
export async function openDatabase(
  given: string | undefined,
  dataFolder: string,
  port: number,
): Promise<OpenDatabase> {
  if (given) {
    await checkDatabaseUrl(given);
    return { url: given, roles: givenRoles(given) };
  }
  const wanted = join(dataFolder, 'postgres');
  requireDataOf(wanted);
  const home = await preparePostgresHome(wanted);
  const server = await startPostgres(home, { logFile: join(dataFolder, 'logs', 'postgres.log'), port });
  const url = await ensureDatabase(server.urlOf, DATABASE);
  return { url, roles: roleUrls(url), part: server.part };
}

/** The address of our own Postgres if another command of this clone has it running. */
export async function findRunningDatabase(dataFolder: string): Promise<string | undefined> {
  const wanted = join(dataFolder, 'postgres');
  if (!lstatSync(wanted, { throwIfNoEntry: false })) return undefined;
  requireDataOf(wanted);
  const home = await preparePostgresHome(wanted);
  const server = findRunningServer(home);
  return server && ensureDatabase(addressDatabases(home, server.port), DATABASE);
}

/** Forgets everything the portal has stored. Another one's database is theirs to empty. */
export async function removeData(dataFolder: string): Promise<void> {
  if (ownerUrl()) {
    throw new CommandError(
      '--reset empties the embedded database only. Unset MIGRATE_DATABASE_URL and DATABASE_URL, or empty that one.',
    );
  }
  const postgres = join(dataFolder, 'postgres');
  if (lstatSync(postgres, { throwIfNoEntry: false })) {
    const home = await preparePostgresHome(postgres);
    await clearStaleServer(home);
    removePostgresHome(home);
    rmSync(postgres, { recursive: true, force: true });
  }
  for (const name of ['identity-provider', 'inbox', 'logs', 'secrets.json'])
    rmSync(join(dataFolder, name), { recursive: true, force: true });
}
