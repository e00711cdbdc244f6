/**
 * `npm run test:restore`: backs a portal's database up, restores it into a fresh one, compares the two row by row, starts
 * an API on the copy and logs in there. The portal may go on writing meanwhile: everything reads one moment of it. The
 * database is MIGRATE_DATABASE_URL or DATABASE_URL, the one of a running `npm start`, or else one of its own with demo data. docs/operating.md has the same steps for production.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { StartedProcess } from '@foyer/testing/start-process';
import { Client } from 'pg';
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { DATA } from '@foyer/tools/paths';
import { buildAppsIfNeeded } from '@foyer/tools/run/build-apps';
import { findRunningDatabase } from '@foyer/tools/run/open-database';
import { processEnvironment } from '@foyer/tools/run/process-environment';
import { findFreePorts } from '@foyer/tools/run/ports';
import { readOrMakeSecrets } from '@foyer/tools/run/secrets';
import { seedDemoData } from '@foyer/tools/run/demo-data';
import { copyTemplateDatabase, dropDatabase, startTestPostgres } from '@foyer/tools/run/test-postgres';
import { ownerUrl } from '@foyer/tools/prisma/database-urls';
import { withDatabaseName } from '@foyer/tools/prisma/migration-adapter';
import { generateClientIfNeeded } from '@foyer/tools/prisma/run-prisma';
import { copyRows, digestRows, holdMoment, type Moment } from './copy-rows.ts';

const DEMO_ACCOUNT = { email: 'free@demo.test', password: 'Seating-Chart-42!' };

const folder = mkdtempSync(join(tmpdir(), 'foyer-restore-'));
const name = `foyer_restore_${process.pid}`;
const cleanUps: (() => Promise<unknown>)[] = [];
try {
  await generateClientIfNeeded();
  await buildAppsIfNeeded(['api', 'web']);
  const source = await openSource();
  const moment = await holdMoment(source);
  cleanUps.unshift(moment.letGo);
  const before = await digestRows(source, moment);
  say(`source: ${before.size} tables, ${[...before.values()].reduce((sum, { rows }) => sum + rows, 0)} rows`);
  cleanUps.unshift(() => dropDatabase(source, name));
  const copy = await backUpAndRestore(source, moment);
  const after = await digestRows(copy);
  const different = [...before].filter(([table, { digest }]) => after.get(table)?.digest !== digest);
  if (different.length > 0 || after.size !== before.size)
    throw new CommandError(`The copy differs in ${different.map(([table]) => table).join(', ')}.`);
  say('compared: every row of every table is the same');
  await logIn(copy);
  console.log('\nThe backup can be restored.');
} catch (error) {
  process.exitCode = 1;
  console.error(error instanceof CommandError ? `\n${error.message}\n` : error);
} finally {
  for (const cleanUp of cleanUps) await cleanUp();
  rmSync(folder, { recursive: true, force: true });
}
if (process.exitCode) exitWithError(new CommandError('The backup was not restored.'));

async function openSource(): Promise<string> {
  const known = ownerUrl() || (await findRunningDatabase(DATA));
  if (known) return known;
  const server = await startTestPostgres();
  const demo = `foyer_demo_${process.pid}`;
  cleanUps.push(() => dropDatabase(server.url, demo), server.stop);
  const url = await copyTemplateDatabase(server.url, demo);
  // Without the stand-ins: what they would add is rows like any other.
  await seedDemoData({ ...(await environmentFor(url)), STRIPE_API_URL: '', IDENTITY_PROVIDER_URL: '' });
  return url;
}

/** By pg_dump where it is as new as the server; otherwise row by row into a freshly migrated database. */
async function backUpAndRestore(source: string, moment: Moment): Promise<string> {
  const [server, tool] = [await serverVersion(source), toolVersion()];
  const copy = withDatabaseName(source, name);
  const startedAt = performance.now();
  if (tool >= server) {
    const file = join(folder, 'foyer.dump');
    runTool('pg_dump', [
      '--format=custom',
      '--no-owner',
      `--snapshot=${moment.snapshot}`,
      `--file=${file}`,
      source,
    ]);
    say(`backed up: pg_dump ${tool}, ${statSync(file).size} bytes`);
    await createDatabase(source);
    runTool('pg_restore', [
      '--no-owner',
      '--exit-on-error',
      '--single-transaction',
      `--dbname=${copy}`,
      file,
    ]);
  } else {
    say(`pg_dump is ${tool || 'not there'} and the server ${server}: copying row by row`);
    await copyTemplateDatabase(source, name);
    const bytes = await copyRows(source, moment, copy, join(folder, 'rows.ndjson'));
    say(`backed up: ${bytes} bytes of rows`);
  }
  say(`restored into ${name} within ${Math.round(performance.now() - startedAt)} ms`);
  return copy;
}

async function logIn(databaseUrl: string): Promise<void> {
  const env = await environmentFor(databaseUrl);
  const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const api = await StartedProcess.start(
    'apps/api/dist/main.js',
    Object.fromEntries(given),
    'the portal is up',
  );
  try {
    const url = `http://localhost:${env['PORT']}`;
    const session = await fetch(`${url}/session`);
    const { csrfToken } = (await session.json()) as { csrfToken: string };
    const cookie = session.headers.getSetCookie().map((line) => line.split(';')[0]);
    const login = await fetch(`${url}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'csrf-token': csrfToken, cookie: cookie.join('; ') },
      body: JSON.stringify(DEMO_ACCOUNT),
    });
    const reply = (await login.json()) as { user?: { email: string } };
    if (login.status !== 200)
      throw new CommandError(`Nobody can log in: ${login.status} ${JSON.stringify(reply)}`);
    say(`logged in on the copy: ${login.status}, ${reply.user?.email}`);
  } finally {
    await api.kill('SIGTERM');
  }
}

async function environmentFor(databaseUrl: string): Promise<NodeJS.ProcessEnv> {
  const ports = await findFreePorts();
  const secrets = await readOrMakeSecrets(join(DATA, 'secrets.json'));
  return processEnvironment(databaseUrl, ports, secrets, ports.portal);
}

async function createDatabase(server: string): Promise<void> {
  await withClient(server, (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`));
}

async function serverVersion(url: string): Promise<number> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ version: number }>("SELECT current_setting('server_version_num')::int / 10000 AS version"),
  );
  return rows[0]?.version ?? 0;
}

async function withClient<Result>(url: string, ask: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await ask(client);
  } finally {
    await client.end();
  }
}

/** The major version of pg_dump; 0 where there is none. */
function toolVersion(): number {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

function runTool(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new CommandError(`${command} failed:\n${stderr}`);
}

function say(line: string): void {
  console.log(`  ${line}`);
}
