import { execFile, execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';
import { canConnect, withClient } from '../prisma/with-client.ts';
import { isAlive, readCommandLine } from './folder-lock.ts';
import { findFreePort } from './ports.ts';
import { preparePostgresHome, requireDataOf, type PostgresHome } from './postgres-home.ts';
import { startProcess, type ManagedProcess } from './processes.ts';

const POLL_MS = 20;
/** Long, because after a crash Postgres first replays its log. */
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const SUPERUSER = 'foyer';
/** Replaces the caller's environment, because variables such as PGDATA would change Postgres' behavior. */
const ENVIRONMENT = { TZ: 'UTC', LC_ALL: 'C' };

export interface PostgresServer {
  part: ManagedProcess;
  urlOf: AddressDatabase;
  remove(): Promise<void>;
}

export type AddressDatabase = (name: string) => string;

export interface PostgresOptions {
  logFile: string;
  port?: number;
  programs?: string;
  /** Makes the server faster and less durable. */
  isDisposable?: boolean;
  /** Key and certificate as PEM. They enable TLS. */
  certificate?: { key: string; cert: string };
}

export async function startPostgres(folder: string, options: PostgresOptions): Promise<PostgresServer> {
  const home = await preparePostgresHome(folder, options.programs);
  await prepareData(home);
  await clearStaleServer(home);
  const port = options.port ?? (await findFreePort());
  const settings = settingsFor(home, port, options).flatMap((setting) => ['-c', setting]);
  const part = startProcess({
    name: 'postgres',
    command: join(home.programs, 'bin', 'postgres'),
    args: ['-D', home.data, ...settings],
    env: { PATH: process.env['PATH'], ...ENVIRONMENT },
    // A folder that every account may enter.
    cwd: '/',
    logFile: options.logFile,
    // Shows only crashes. The sender of a statement handles its errors.
    highlight: (line) => (/ PANIC: {2}/.test(line) ? line : undefined),
    // "Fast shutdown": closes connections, rolls transactions back, writes everything.
    stopSignal: 'INT',
    graceSeconds: 20,
    account: home.account,
  });
  const urlOf = addressDatabases(home, port);
  await waitUntilReady(part, urlOf('postgres'), home);
  const remove = async (): Promise<void> => {
    await part.stop();
    for (const path of [home.folder, folder]) rmSync(path, { recursive: true, force: true });
  };
  return { part, urlOf, remove };
}

/** Undefined if no command runs the Postgres of this folder. */
export async function findRunningPostgres(folder: string): Promise<AddressDatabase | undefined> {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return undefined;
  requireDataOf(folder);
  const home = await preparePostgresHome(folder);
  const server = findRunningServer(home);
  return server && addressDatabases(home, server.port);
}

export async function removePostgres(folder: string): Promise<void> {
  if (!lstatSync(folder, { throwIfNoEntry: false })) return;
  const home = await preparePostgresHome(folder);
  await clearStaleServer(home);
  for (const path of [home.folder, folder]) rmSync(path, { recursive: true, force: true });
}

export function ensureDatabase(urlOf: AddressDatabase, name: string): Promise<string> {
  return withClient(urlOf('postgres'), async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    return urlOf(name);
  });
}

function addressDatabases(home: PostgresHome, port: number): AddressDatabase {
  const password = readFileSync(home.passwordFile, 'utf8').trim();
  return (name) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
}

function settingsFor(
  home: PostgresHome,
  port: number,
  { isDisposable, certificate }: PostgresOptions,
): string[] {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // Unix sockets limit the length of their path, and nothing uses them.
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=200',
    'logging_collector=off',
  ];
  if (isDisposable) settings.push('fsync=off', 'synchronous_commit=off', 'full_page_writes=off');
  if (certificate) {
    const [keyFile, certFile] = [join(home.folder, 'server.key'), join(home.folder, 'server.crt')];
    writeSecret(home, keyFile, certificate.key);
    writeSecret(home, certFile, certificate.cert);
    settings.push('ssl=on', `ssl_key_file=${keyFile}`, `ssl_cert_file=${certFile}`);
  }
  return settings;
}

function writeSecret({ account }: PostgresHome, file: string, content: string): void {
  writeFileSync(file, content, { mode: 0o600 });
  if (account) chownSync(file, account.uid, account.gid);
}

async function waitUntilReady(part: ManagedProcess, url: string, home: PostgresHome): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await canConnect(url))) {
    const isLate = Date.now() > deadline;
    if (isLate) await part.stop();
    if (isLate || !part.isRunning()) throw explainFailure(part.unseenTail(), home);
    await wait(POLL_MS);
  }
}

async function prepareData(home: PostgresHome): Promise<void> {
  const versionFile = join(home.data, 'PG_VERSION');
  if (!existsSync(versionFile)) return createData(home);
  const written = readFileSync(versionFile, 'utf8').trim();
  const answer = execFileSync(join(home.programs, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  const installed = /(\d+)\./.exec(answer)?.[1];
  if (written !== installed)
    throw new CommandError(
      `The data in ${home.data} was written by Postgres ${written}, but this project uses Postgres ${installed}. ` +
        'Start with empty data: npm start -- --reset',
    );
}

/** Creates the data under another name first, so that an interrupted run leaves no incomplete data folder. */
async function createData(home: PostgresHome): Promise<void> {
  const unfinished = `${home.data}.new`;
  for (const path of [unfinished, home.data]) rmSync(path, { recursive: true, force: true });
  writeSecret(home, home.passwordFile, `${randomBytes(24).toString('base64url')}\n`);
  const args = [
    `--pgdata=${unfinished}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${home.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    // Faster. A power failure can lose only a database that is still empty.
    '--no-sync',
  ];
  try {
    const options = { cwd: '/', env: ENVIRONMENT, ...home.account };
    await promisify(execFile)(join(home.programs, 'bin', 'initdb'), args, options);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    const { stderr = '', message = '' } = error as { stderr?: string; message?: string };
    throw explainFailure(`${stderr}\n${message}`, home);
  }
  renameSync(unfinished, home.data);
}

function explainFailure(output: string, home: PostgresHome): CommandError {
  return new CommandError(
    output.includes('No space left on device')
      ? `The disk is full: Postgres could not write to ${home.folder}. Free some space, then start again.`
      : `The embedded Postgres does not start. Its output:\n${output.trim()}`,
  );
}

export function findRunningServer(home: PostgresHome): { pid: number; port: number } | undefined {
  const lines = readLockFile(home);
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid < 2 || !isAlive(pid)) return undefined;
  // After a restart of the machine, another process may have this id.
  const commandLine = readCommandLine(pid);
  return commandLine === undefined || commandLine.includes(home.data) ? { pid, port } : undefined;
}

function readLockFile(home: PostgresHome): string[] {
  try {
    return readFileSync(join(home.data, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/**
 * Cleans up after a killed run: stops a server that still runs, and removes its lock file. Otherwise Postgres would
 * refuse to start if another program has the process ID in that file.
 */
async function clearStaleServer(home: PostgresHome): Promise<void> {
  const running = findRunningServer(home);
  if (running) {
    console.log('The Postgres of an earlier run is still running. Stopping it first.');
    process.kill(running.pid, 'SIGINT');
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (isAlive(running.pid)) {
      // SIGQUIT ends it immediately. The next start replays the write-ahead log.
      if (Date.now() > deadline) process.kill(running.pid, 'SIGQUIT');
      await wait(POLL_MS);
    }
  }
  rmSync(join(home.data, 'postmaster.pid'), { force: true });
}
