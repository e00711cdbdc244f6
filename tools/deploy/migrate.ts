/**
 * What the `migrate` image runs: brings tables and queues of DATABASE_DIRECT_URL, or else DATABASE_URL, up to date, then
 * ends. Safe to run again. Takes `--undone <migration>` as `npm run db:migrate` does.
 */
import { CommandError, exitWithError } from '../command-error.ts';
import { migrateAsAsked } from '../prisma/run-prisma.ts';

try {
  // Migrations take a session-level lock, so they need a direct connection, not a pooler.
  const databaseUrl = process.env['DATABASE_DIRECT_URL'] || process.env['DATABASE_URL'];
  if (!databaseUrl) throw new CommandError('DATABASE_URL is not set.');
  await migrateAsAsked(databaseUrl, process.argv.slice(2));
  console.log('Tables and queues are up to date.');
} catch (error) {
  exitWithError(error);
}
