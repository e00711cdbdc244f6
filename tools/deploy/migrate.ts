/**
 * What the `migrate` image runs: brings tables, queues and the accounts of API and worker up to date, then ends. Safe to run
 * again. Takes `--undone <migration>` as `npm run db:migrate` does.
 */
import { CommandError, exitWithError } from '../command-error.ts';
import { checkDatabaseUrl } from '../prisma/check-database-url.ts';
import { areSeparate } from '../prisma/database-roles.ts';
import { givenRoles, ownerUrl, ownerVariable } from '../prisma/database-urls.ts';
import { migrateAsAsked } from '../prisma/run-prisma.ts';
import { requireEnvironment } from './require-environment.ts';

try {
  requireEnvironment([
    ...['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'WORKER_DATABASE_URL'],
    'INSECURE_TRANSPORT',
  ]);
  // Migrations take a session-level lock, so they need a direct connection, not a pooler.
  const direct = process.env['MIGRATE_DATABASE_URL'] ? undefined : process.env['DATABASE_DIRECT_URL'];
  const databaseUrl = direct || ownerUrl();
  if (!databaseUrl) throw new CommandError('MIGRATE_DATABASE_URL is not set.');
  await checkDatabaseUrl(databaseUrl, direct ? 'DATABASE_DIRECT_URL' : ownerVariable());
  const roles = givenRoles(databaseUrl);
  await migrateAsAsked(databaseUrl, process.argv.slice(2), roles);
  console.log('Tables and queues are up to date.');
  if (!areSeparate(databaseUrl, roles))
    console.warn(
      'API, worker and migration share an account of the database, so each may do everything. ' +
        'docs/install.md, "Accounts of the database", says how each gets its own.',
    );
} catch (error) {
  exitWithError(error);
}
