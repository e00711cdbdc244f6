import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { findFreePort } from './ports.ts';
import { canConnect } from '../prisma/can-connect.ts';
import { ProcessLog, type Highlight } from './process-log.ts';
import { startProcess, type ManagedProcess } from './managed-process.ts';
import { explainFailure, prepareCluster, readPassword, SUPERUSER } from './postgres-cluster.ts';
import type { PostgresHome } from './postgres-home.ts';
import { clearStaleServer } from './stale-server.ts';

const POLL_MS = 20;
/** Long, because after a crash Postgres first replays its log. */
const READY_TIMEOUT_MS = 120_000;

export interface PostgresServer {
  part: ManagedProcess;
  urlOf: AddressDatabase;
}

/** From a database's name to its connection string. */
export type AddressDatabase = (name: string) => string;

export interface PostgresOptions {
  logFile: string;
  /** A free one if left out. */
  port?: number;
  /** Speed before safety, for data that nobody will miss. */
  isDisposable?: boolean;
  /** Files of a key and a certificate, which the account that runs it can read: with them it speaks TLS. */
  certificate?: { keyFile: string; certFile: string };
}

/** Starts the Postgres that lives in this home and waits until it answers. */
export async function startPostgres(home: PostgresHome, options: PostgresOptions): Promise<PostgresServer> {
  await prepareCluster(home);
  await clearStaleServer(home);
  const port = options.port ?? (await findFreePort());
  const log = new ProcessLog(options.logFile, 'postgres', highlightPanic);
  const part = startProcess({
    name: 'postgres',
    command: home.binaries.postgres,
    args: ['-D', home.data, ...settingsFor(port, options).flatMap((setting) => ['-c', setting])],
    // Nothing of the caller's environment: variables such as PGDATA would change what it does.
    env: { PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C' },
    // A folder every account may stand in.
    cwd: '/',
    log,
    // "Fast shutdown": connections are cut, transactions rolled back, everything written.
    stopSignal: 'INT',
    graceSeconds: 20,
    ...(home.account && { account: home.account }),
  });
  const urlOf = addressDatabases(home, port);
  await waitUntilReady(part, urlOf('postgres'), () => explainFailure(log.unseenTail(), home));
  return { part, urlOf };
}

/** Gives the connection string of any database of the server on this port. */
export function addressDatabases(home: PostgresHome, port: number): AddressDatabase {
  const account = `${SUPERUSER}:${readPassword(home)}`;
  return (name) => `postgresql://${account}@127.0.0.1:${port}/${encodeURIComponent(name)}`;
}

/** Makes the database if it is not there yet; gives its connection string. */
export async function ensureDatabase(urlOf: AddressDatabase, name: string): Promise<string> {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return urlOf(name);
}

function settingsFor(port: number, { isDisposable, certificate }: PostgresOptions): string[] {
  const settings = [
    ...(certificate
      ? ['ssl=on', `ssl_key_file=${certificate.keyFile}`, `ssl_cert_file=${certificate.certFile}`]
      : []),
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // Sockets have a short limit on the length of their path, and nobody needs one.
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    'max_connections=200',
    'logging_collector=off',
  ];
  if (!isDisposable) return settings;
  return [...settings, 'fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];
}

async function waitUntilReady(part: ManagedProcess, url: string, explain: () => Error): Promise<void> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await canConnect(url))) {
    if (!part.isRunning()) throw explain();
    if (Date.now() > deadline) {
      await part.stop();
      throw explain();
    }
    await wait(POLL_MS);
  }
}

/** Errors of single statements are the business of whoever sent them. */
const highlightPanic: Highlight = (line) => (/ PANIC: {2}/.test(line) ? line : undefined);
