/**
 * The `db:` scripts, and `generate`, which needs no database. The scripts use the database in MIGRATE_DATABASE_URL or
 * DATABASE_URL. If neither is set, they use the embedded Postgres, and run it for the time of the script unless `npm
 * start` already runs it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { roleUrls, type RoleUrls } from '@foyer/db/role-urls';
import { join } from 'node:path';
import { CommandError, exitWithError } from '../command-error.ts';
import { DATA, ROOT } from '../paths.ts';
import { openDatabase, findRunningDatabase } from './open-database.ts';
import { printTable, seedDemoData } from './demo-data.ts';
import { findPublicUrl } from './started-addresses.ts';
import { findFreePort } from './ports.ts';
import { studioArguments } from '../deploy/studio.ts';
import { ownerUrl } from '../prisma/database-urls.ts';
import { writeDataModelPage } from '../prisma/data-model-page.ts';
import { MIGRATIONS } from '../prisma/read-migrations.ts';
import {
  GENERATE_CLIENT,
  generateClientIfNeeded,
  runMigrateCommand,
  requireMigrations,
  requireTables,
  makeMigrationScript,
} from '../prisma/run-prisma.ts';
import { claimLock } from './folder-lock.ts';
import { waitForStopRequest } from './processes.ts';
import { projectEnvironment } from '../project-environment.ts';

const COMMANDS: Record<string, (databaseUrl: string, args: string[], roles: RoleUrls) => Promise<number>> = {
  migrate: async (databaseUrl, args, roles) => {
    console.log(await runMigrateCommand(databaseUrl, args, roles));
    return 0;
  },
  migration: makeMigration,
  seed,
  studio: openStudio,
};

const [name = '', ...args] = process.argv.slice(2);
/**
 * Keeps this process running until it has stopped the database after the command. The terminal sends Ctrl-C to the
 * command directly, but this process must pass on a SIGTERM.
 */
const stopRequest = waitForStopRequest();

try {
  process.exitCode = name === 'generate' ? await generate() : await runWithDatabase();
} catch (error) {
  exitWithError(error);
}

async function generate(): Promise<number> {
  const exitCode = await runNode([GENERATE_CLIENT], '');
  writeDataModelPage();
  return exitCode || runNode([join(ROOT, 'apps/api/src/config/make-limits-page.ts')], '');
}

async function runWithDatabase(): Promise<number> {
  const command = COMMANDS[name];
  if (!command)
    throw new CommandError(
      `There is no command "db:${name}". The commands are generate, ${Object.keys(COMMANDS).join(', ')}.`,
    );
  await generateClientIfNeeded();
  const database = await connect();
  try {
    return await command(database.url, args, database.roles);
  } finally {
    await database.part?.stop();
  }
}

async function connect(): ReturnType<typeof openDatabase> {
  const given = ownerUrl();
  const running = given ? undefined : await findRunningDatabase(DATA);
  if (running) return { url: running, roles: roleUrls(running) };
  const holder = given ? undefined : claimLock(join(DATA, 'in-use.lock'), `npm run db:${name}`);
  if (holder)
    throw new CommandError(`"${holder.purpose}" is starting the embedded database. Try again in a moment.`);
  return openDatabase(given, DATA, await findFreePort());
}

async function makeMigration(databaseUrl: string, args: string[]): Promise<number> {
  const what = args.findLast((word) => !word.startsWith('-'));
  if (!what) throw new CommandError('Name the change: npm run db:migration -- --name what_changed');
  const script = await makeMigrationScript(databaseUrl);
  if (!script)
    throw new CommandError('The migrations already match prisma/schema.prisma, so no migration is needed.');
  const time = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const folder = join(MIGRATIONS, `${time}_${what.replaceAll(/\W+/g, '_')}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'migration.sql'), script);
  console.log(`${folder} is written. Read it, then apply it: npm run db:migrate`);
  return 0;
}

async function openStudio(databaseUrl: string, args: string[]): Promise<number> {
  await requireTables(databaseUrl);
  return runNode(studioArguments(...args), databaseUrl);
}

async function seed(databaseUrl: string): Promise<number> {
  await requireMigrations(databaseUrl);
  const environment = projectEnvironment({ DATABASE_URL: databaseUrl, PUBLIC_URL: findPublicUrl() });
  printTable([await seedDemoData(environment)]);
  return 0;
}

async function runNode(nodeArgs: string[], databaseUrl: string): Promise<number> {
  const env = projectEnvironment({ DATABASE_URL: databaseUrl });
  const child = spawn(process.execPath, nodeArgs, { cwd: ROOT, env, stdio: 'inherit' });
  void stopRequest.then(() => child.kill());
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
