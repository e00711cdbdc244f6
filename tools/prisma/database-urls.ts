import type { RoleUrls } from '@foyer/db/role-urls';

/**
 * From an environment. The owner of the database changes tables and runs the operator's commands
 * (docs/flows/accounts-of-the-database.md).
 */
export function ownerUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['MIGRATE_DATABASE_URL'] || env['DATABASE_URL'];
}

/** The name of the variable of `ownerUrl`. */
export function ownerVariable(env: NodeJS.ProcessEnv = process.env): string {
  return env['MIGRATE_DATABASE_URL'] ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL';
}

/** The accounts of API and worker, by default the owner. */
export function givenRoles(owner: string, env: NodeJS.ProcessEnv = process.env): RoleUrls {
  const isSeparate = Boolean(env['MIGRATE_DATABASE_URL']);
  const api = (isSeparate && env['DATABASE_URL']) || owner;
  return { api, worker: (isSeparate && env['WORKER_DATABASE_URL']) || owner };
}
