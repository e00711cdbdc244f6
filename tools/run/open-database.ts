import { roleUrls, type RoleUrls } from '@foyer/db/role-urls';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { checkDatabaseUrl } from '../prisma/check-database-url.ts';
import { givenRoles, ownerUrl } from '../prisma/database-urls.ts';
import { requireDataOf } from './postgres-home.ts';
import { ensureDatabase, findRunningPostgres, removePostgres, startPostgres } from './postgres.ts';
import type { ManagedProcess } from './processes.ts';

const DATABASE = 'foyer';

export interface OpenDatabase {
  url: string;
  /** The database URLs of API and worker. For an external database, the default is the owner's. */
  roles: RoleUrls;
  part?: ManagedProcess;
}

export async function openDatabase(
  given: string | undefined,
  dataFolder: string,
  port: number,
): Promise<OpenDatabase> {
  if (given) {
    await checkDatabaseUrl(given);
    return { url: given, roles: givenRoles(given) };
  }
  const folder = join(dataFolder, 'postgres');
  requireDataOf(folder);
  const server = await startPostgres(folder, { logFile: join(dataFolder, 'logs', 'postgres.log'), port });
  const url = await ensureDatabase(server.urlOf, DATABASE);
  return { url, roles: roleUrls(url), part: server.part };
}

export async function findRunningDatabase(dataFolder: string): Promise<string | undefined> {
  const urlOf = await findRunningPostgres(join(dataFolder, 'postgres'));
  return urlOf && ensureDatabase(urlOf, DATABASE);
}

/**
 * Deletes the embedded database, the stand-ins' data, logs and secrets. Throws a `CommandError` for another database.
 */
export async function removeData(dataFolder: string): Promise<void> {
  if (ownerUrl())
    throw new CommandError(
      '--reset empties the embedded database only. Unset MIGRATE_DATABASE_URL and DATABASE_URL, or empty your database yourself.',
    );
  await removePostgres(join(dataFolder, 'postgres'));
  for (const name of ['identity-provider', 'inbox', 'logs', 'secrets.json'])
    rmSync(join(dataFolder, name), { recursive: true, force: true });
}
