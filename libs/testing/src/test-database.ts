import { roleUrls, type RoleUrls } from '@foyer/db/role-urls';
import { DatabaseError, type Pool } from 'pg';

/** Set by the run's global setup: the server on which the databases of the specs live. */
export const TEST_POSTGRES_URL = 'TEST_POSTGRES_URL';
export const TEMPLATE_DATABASE = 'foyer_template';

/** The address of a database on the test server. */
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

/** The database of this jest worker: migrated, empty, and nobody else's. Its owner's address, who may do everything. */
export function testDatabaseUrl(): string {
  return databaseUrlFor(ownDatabase());
}

/** Beside it that of the replicas which files share: what they do between files is in nobody's way. */
export function sharedDatabaseUrl(): string {
  return databaseUrlFor(ofSharedReplicas(ownDatabase()));
}

/** The same as API and worker are given it, who may do what `tools/prisma/rights.ts` says. */
export function testRoleUrls(): RoleUrls {
  return roleUrls(testDatabaseUrl());
}

/** Both, of every worker. */
export const databasesOf = (workerCount: number): string[] =>
  Array.from({ length: workerCount }, (_, at) => workerDatabase(at + 1)).flatMap((name) => [
    name,
    ofSharedReplicas(name),
  ]);

const MAX_TRIES = 5;
/** By its code: its words are in the server's language. */
const DEADLOCK = '40P01';

let emptyStatement: string | undefined;

/** Empties every table of the data model but the list of `npm run db:migrate`, and the queue, so that each spec begins with nothing. */
export async function emptyDatabase(pool: Pool): Promise<void> {
  if (emptyStatement === undefined) {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT quote_ident(tablename) AS name FROM pg_tables
        WHERE schemaname = 'public' AND tablename NOT IN ('_prisma_migrations', 'public_mail_domains')`,
    );
    // Deleting from tables that hold a handful of rows is several times faster than truncating them.
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
      // A job of the spec before may still be writing; Postgres then ends one of the two.
      if (tries === MAX_TRIES || !(error instanceof DatabaseError && error.code === DEADLOCK)) throw error;
    }
  }
}
