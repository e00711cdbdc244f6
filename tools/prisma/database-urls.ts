import type { RoleUrls } from '@foyer/db/role-urls';

/**
 * Returns the database URL of the owner's account, if one is set. This account changes tables and runs the operator's
 * commands.
 */
export function ownerUrl(env: NodeJS.ProcessEnv = process.env): string | undefined {
  return env['MIGRATE_DATABASE_URL'] || env['DATABASE_URL'];
}

export function ownerVariable(env: NodeJS.ProcessEnv = process.env): string {
  return env['MIGRATE_DATABASE_URL'] ? 'MIGRATE_DATABASE_URL' : 'DATABASE_URL';
}

/**
 * Returns the URLs of API and worker. A missing URL defaults to the owner's URL. Without MIGRATE_DATABASE_URL, both do.
 */
export function givenRoles(owner: string, env: NodeJS.ProcessEnv = process.env): RoleUrls {
  const isSeparate = Boolean(env['MIGRATE_DATABASE_URL']);
  const api = (isSeparate && env['DATABASE_URL']) || owner;
  return { api, worker: (isSeparate && env['WORKER_DATABASE_URL']) || owner };
}
