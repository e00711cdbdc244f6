import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoleUrls } from '@foyer/db/role-urls';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { projectEnvironment, runProgram } from '../project-environment.ts';
import { areSeparate, prepareRoles } from './database-roles.ts';
import { writePublicMailDomains } from './public-mail-domains.ts';
import { readMigrations } from './read-migrations.ts';
import { withClient } from './with-client.ts';

/** The file of the `prisma` command. `npm start` does not install it. */
export const PRISMA_CLI = join(ROOT, 'node_modules', 'prisma-cli', 'build', 'index.js');
export const GENERATE_CLIENT = join('tools', 'prisma', 'generate-client.ts');
/** Exists only in a clone. An image contains the generated client without the generator. */
const GENERATOR = join(ROOT, 'node_modules', '@prisma', 'client-generator-ts', 'package.json');
const MIGRATE =
  'npm run db:migrate, or the image `migrate`. If `npm start` is not ready yet, it is running the migration now.';
export const APPLY_MIGRATIONS = join('tools', 'prisma', 'apply-migrations.ts');
/**
 * The sources of the database client, besides Prisma itself and the migrations. `nx.json` lists them too, because Nx
 * ignores the untracked client.
 */
const CLIENT_SOURCES = ['prisma/schema.prisma', GENERATE_CLIENT, 'tools/prisma/read-migrations.ts'];
const UP_TO_DATE = 'Tables and queues are up to date.';
/** Matches the recorded error of a migration that got no lock (`migration-adapter.ts`). */
const LOCKED = /\(SQLSTATE (?:55P03|40P01)\)/;
const GENERATED = join(ROOT, 'libs', 'db', 'src', 'generated');

export async function generateClientIfNeeded(): Promise<void> {
  if (!existsSync(GENERATOR)) return;
  const stamp = join(GENERATED, '.made-from');
  const { version } = JSON.parse(readFileSync(GENERATOR, 'utf8')) as { version: string };
  const hash = createHash('sha256').update(version);
  for (const path of CLIENT_SOURCES) hash.update(readFileSync(join(ROOT, path)));
  const source = hash.update(JSON.stringify(readMigrations().map(({ name }) => name))).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === source) return;
  await runProgram([GENERATE_CLIENT], 'The database client could not be generated');
  writeFileSync(stamp, source);
}

/**
 * Updates the tables, the public mail domains and the queues. If owner, API and worker have separate accounts, also
 * updates the accounts of API and worker.
 */
export async function migrateDatabase(databaseUrl: string, roles?: RoleUrls): Promise<void> {
  if (!(await isMigrated(databaseUrl))) await deployMigrations(databaseUrl);
  await writePublicMailDomains(databaseUrl);
  await runOn(databaseUrl, ['libs/mail/src/prepare-queues.ts'], 'The mail queue could not be prepared');
  if (roles && areSeparate(databaseUrl, roles)) await prepareRoles(databaseUrl, roles);
}

/**
 * Migrates the database. `args` is empty or `--undone <migration>`, which first marks a failed migration as undone.
 * The caller ensures that the database has no change of this migration. Returns the final message.
 */
export async function runMigrateCommand(
  databaseUrl: string,
  args: string[],
  roles: RoleUrls,
): Promise<string> {
  const [option, name, ...more] = args;
  if (option !== undefined && (option !== '--undone' || name === undefined || more.length > 0))
    throw new CommandError('The only option is --undone, with the name of the migration that failed.');
  if (name !== undefined) await markUndone(databaseUrl, name);
  await migrateDatabase(databaseUrl, roles);
  return areSeparate(databaseUrl, roles)
    ? UP_TO_DATE
    : `${UP_TO_DATE} API, worker and migration share an account of the database, so each of them has all rights. ` +
        'To give each its own account, see docs/install.md, "Accounts of the database".';
}

/**
 * Applies the migrations. If one fails, throws a `CommandError` with the next step. If it failed because it got no
 * lock, marks it as undone first.
 */
async function deployMigrations(databaseUrl: string): Promise<void> {
  try {
    await runOn(databaseUrl, [APPLY_MIGRATIONS], 'The database could not be migrated');
  } catch (error) {
    const failed = await readFailed(databaseUrl);
    if (!failed || !(error instanceof CommandError)) throw error;
    if (LOCKED.test(failed.logs ?? '')) {
      await markUndone(databaseUrl, failed.name);
      throw new CommandError(
        `${error.message}\n\nA table stayed locked for two minutes, so nothing was changed. Run the migration again when there is less traffic.`,
      );
    }
    throw new CommandError(
      `${error.message}\n\nFix this error, check that the database has no change of ${failed.name}, then run the migration again with ` +
        `--undone ${failed.name} (docs/operate.md, "A migration failed").`,
    );
  }
}

async function readFailed(databaseUrl: string): Promise<{ name: string; logs: string | null } | undefined> {
  const [failed] = await query<{ name: string; logs: string | null }>(
    databaseUrl,
    `SELECT migration_name AS name, logs FROM _prisma_migrations
      WHERE finished_at IS NULL AND rolled_back_at IS NULL ORDER BY started_at`,
  ).catch(() => []);
  return failed;
}

export const makeMigrationScript = (databaseUrl: string): Promise<string> =>
  runOn(
    databaseUrl,
    [APPLY_MIGRATIONS, '--make'],
    'The migrations could not be compared with prisma/schema.prisma',
  );

async function markUndone(databaseUrl: string, name: string): Promise<void> {
  await runOn(
    databaseUrl,
    [APPLY_MIGRATIONS, '--undone', name],
    `The migration ${name} could not be marked as undone`,
  );
}

export async function requireTables(databaseUrl: string): Promise<Map<string, string>> {
  const applied = await readApplied(databaseUrl);
  if (applied.size === 0)
    throw new CommandError(`This database has no tables yet. Create them first: ${MIGRATE}`);
  return applied;
}

export async function requireMigrations(databaseUrl: string): Promise<void> {
  const applied = await requireTables(databaseUrl);
  const missing = readMigrations().find(({ name }) => !applied.has(name));
  if (missing)
    throw new CommandError(`The database lacks the migration ${missing.name}. Apply it first: ${MIGRATE}`);
}

export async function findMigrationFaults(databaseUrl: string): Promise<string[]> {
  const failed = await readFailed(databaseUrl);
  if (failed)
    return [
      `The migration ${failed.name} failed. Fix what its log reports, then run the migration again with --undone ` +
        `${failed.name} (docs/operate.md, "A migration failed").`,
    ];
  try {
    await requireMigrations(databaseUrl);
    return [];
  } catch (error) {
    if (error instanceof CommandError) return [error.message];
    throw error;
  }
}

async function isMigrated(databaseUrl: string): Promise<boolean> {
  const applied = await readApplied(databaseUrl);
  return readMigrations().every(({ name, checksum }) => applied.get(name) === checksum);
}

/** Returns the applied migrations' checksums by name. Empty for a database without migrations. */
async function readApplied(databaseUrl: string): Promise<Map<string, string>> {
  const [table] = await query<{ name: string | null }>(
    databaseUrl,
    `SELECT to_regclass('public._prisma_migrations') AS name`,
  );
  if (table?.name == null) return new Map();
  const rows = await query<{ name: string; checksum: string; isApplied: boolean }>(
    databaseUrl,
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AND rolled_back_at IS NULL AS "isApplied"
       FROM _prisma_migrations`,
  );
  return new Map(rows.filter(({ isApplied }) => isApplied).map((row) => [row.name, row.checksum]));
}

function query<Row extends object>(databaseUrl: string, statement: string): Promise<Row[]> {
  return withClient(databaseUrl, async (client) => (await client.query<Row>(statement)).rows);
}

function runOn(databaseUrl: string, args: string[], complaint: string): Promise<string> {
  return runProgram(args, complaint, { env: projectEnvironment({ DATABASE_URL: databaseUrl }) });
}
