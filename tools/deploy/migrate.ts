/**
 * The program of the `migrate` image and of `operate migrate`. It updates the tables, the queues, and the database
 * accounts of API and worker. Repeated runs are safe. Accepts `--undone <migration>` like `npm run db:migrate`.
 * MIGRATE_DATABASE_URL must not lead to a pooler, because migrations hold a lock of the session.
 */
import { CommandError, exitWithError } from '../command-error.ts';
import { checkDatabaseUrl } from '../prisma/check-database-url.ts';
import { givenRoles } from '../prisma/database-urls.ts';
import { runMigrateCommand } from '../prisma/run-prisma.ts';
import { requireEnvironment } from './require-environment.ts';

const ADDRESSES = ['MIGRATE_DATABASE_URL', 'DATABASE_URL', 'WORKER_DATABASE_URL'];

try {
  requireEnvironment([...ADDRESSES, 'INSECURE_TRANSPORT']);
  const missing = ADDRESSES.filter((name) => !process.env[name]);
  if (missing.length > 0)
    throw new CommandError(
      `Set ${missing.join(' and ')}: the migration needs the database URLs of the owner, the API and the worker ` +
        '(docs/install.md, "Accounts of the database").',
    );
  const owner = process.env['MIGRATE_DATABASE_URL'] ?? '';
  await checkDatabaseUrl(owner);
  console.log(await runMigrateCommand(owner, process.argv.slice(2), givenRoles(owner)));
} catch (error) {
  exitWithError(error);
}
