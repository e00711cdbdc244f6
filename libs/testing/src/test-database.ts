import { roleUrls, type RoleUrls } from '@foyer/db/role-urls';
import { DatabaseError, type Pool } from 'pg';

/** The environment variable with the URL of the specs' Postgres server. The global setup sets it. */
export const TEST_POSTGRES_URL = 'TEST_POSTGRES_URL';
export const TEMPLATE_DATABASE = 'foyer_template';

export function databaseUrlFor(name: string): string {
  const server = process.env[TEST_POSTGRES_URL];
  if (!server) throw new Error('There is no test database: run the specs with `npm test`.');
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

const workerDatabase = (workerId: number | string) => `foyer_test_${workerId}`;
const ofSharedReplicas = (name: string) => `${name}_shared`;

const ownDatabase = () => workerDatabase(process.env['JEST_WORKER_ID'] ?? '1');

/** The URL is for the database's owner, who has all rights. */
export function testDatabaseUrl(): string {
  return databaseUrlFor(ownDatabase());
}

/** The shared replicas have a separate database, so that their background work disturbs no spec. */
export function sharedDatabaseUrl(): string {
  return databaseUrlFor(ofSharedReplicas(ownDatabase()));
}

export function testRoleUrls(): RoleUrls {
  return roleUrls(testDatabaseUrl());
}

export const databasesOf = (workerCount: number): string[] =>
  Array.from({ length: workerCount }, (_, at) => workerDatabase(at + 1)).flatMap((name) => [
    name,
    ofSharedReplicas(name),
  ]);

const MAX_TRIES = 5;
/** Postgres' code of a deadlock. The message would depend on the server's language. */
const DEADLOCK = '40P01';

let emptyStatement: string | undefined;

/** Deletes all jobs and the rows of all tables, except the lists of migrations and public mail domains. */
export async function emptyDatabase(pool: Pool): Promise<void> {
  if (emptyStatement === undefined) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'public_mail_domains')`,
    );
    // For tables with few rows, DELETE is several times faster than TRUNCATE.
    emptyStatement = [
      `SET session_replication_role = replica`,
      ...rows.map((row) => `DELETE FROM ${row.name}`),
      'DELETE FROM pgboss.job',
      'SET session_replication_role = DEFAULT',
    ].join('; ');
  }
  for (let tries = 1; ; tries++) {
    try {
      return void (await pool.query(emptyStatement));
    } catch (error) {
      // A job of the previous spec may still be writing and cause a deadlock, in which Postgres aborts one of the two.
      if (tries === MAX_TRIES || !(error instanceof DatabaseError && error.code === DEADLOCK)) throw error;
    }
  }
}
