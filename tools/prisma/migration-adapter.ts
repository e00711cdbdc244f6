import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from '@prisma/driver-adapter-utils';
import { DatabaseError, Pool, type QueryArrayResult } from 'pg';
import { CONNECT_TIMEOUT_MS, withClient } from './with-client.ts';

/** Postgres' IDs of two types. The adapter cannot read `"char"`, but it can read `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;

const WAITS = {
  /**
   * The longest time that calls wait behind a migration that waits for a lock. It is shorter than the calls' own lock
   * timeout (`createPool`) and Postgres' deadlock timeout of one second. Therefore, usually the migration fails and not
   * a call.
   */
  lockTimeoutMs: 700,
  /** The first and the longest pause before a retry, and the time limit for all tries. */
  firstPauseMs: 2_000,
  longestPauseMs: 8_000,
  patienceMs: 120_000,
};
export type Waits = typeof WAITS;
/** Postgres' codes for a lock timeout and a deadlock. */
const LOCKED = new Set(['55P03', '40P01']);

interface AdapterInternals {
  performIO(query: SqlQuery): Promise<QueryArrayResult>;
  onError(error: unknown): never;
}

/**
 * The pg driver adapter for migrations, which differ from an application's queries in four ways. The engine reads
 * catalog columns of the type `"char"`. A migration is one script that may contain functions, so it must not be split
 * at semicolons. Settings of one script must hold for the next, so there is one connection. A wait for a table lock
 * delays everyone behind it, so a script that locks tables waits only briefly (`runScript`).
 */
export function createMigrationAdapterFactory(
  databaseUrl: string,
  changes: Partial<Waits> = {},
): SqlMigrationAwareDriverAdapterFactory {
  const waits = { ...WAITS, ...changes };
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connectAdapter(databaseUrl, waits),
    connectToShadowDb: async () => {
      const name = `prisma_migrate_shadow_${crypto.randomUUID()}`;
      await runStatement(databaseUrl, `CREATE DATABASE "${name}"`);
      const dropDatabase = () => runStatement(databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      return connectAdapter(withDatabaseName(databaseUrl, name), waits, dropDatabase);
    },
  };
}

export function withDatabaseName(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

export async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  await withClient(databaseUrl, (client) => client.query(statement));
}

async function connectAdapter(
  databaseUrl: string,
  waits: Waits,
  afterwards?: () => Promise<void>,
): Promise<SqlDriverAdapter> {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'foyer-migrate',
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The adapter reads timestamps as UTC.
    onConnect: async (connection) => {
      await connection.query("SET timezone TO 'UTC'");
    },
  });
  const adapter: SqlDriverAdapter = await new PrismaPg(pool).connect();
  const internals = adapter as unknown as AdapterInternals;
  readCharColumns(adapter);

  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => {
    const transaction = await startTransaction(isolationLevel);
    readCharColumns(transaction);
    return transaction;
  };
  adapter.executeScript = async (script) => {
    try {
      await runScript(pool, script, waits);
    } catch (error) {
      // Adds the code, because the engine records only the message, in the server's language.
      if (error instanceof DatabaseError) error.message += ` (SQLSTATE ${error.code})`;
      internals.onError(error);
    }
  };
  adapter.dispose = async () => {
    await pool.end();
    await afterwards?.();
  };
  return adapter;
}

/**
 * Runs a script in one transaction. After a lock timeout or deadlock, lets the waiting calls pass and tries again. A
 * script with CONCURRENTLY is a single statement, which needs no short lock timeout, because calls do not wait behind
 * it.
 */
async function runScript(pool: Pool, script: string, waits: Waits): Promise<void> {
  if (/\bCONCURRENTLY\b/i.test(withoutComments(script))) {
    await dropUnfinishedIndex(pool, script);
    await pool.query(script);
    return;
  }
  const deadline = Date.now() + waits.patienceMs;
  for (let pause = waits.firstPauseMs; ; pause = Math.min(pause * 2, waits.longestPauseMs)) {
    await pool.query(`SET lock_timeout TO ${waits.lockTimeoutMs}`);
    const refused = await pool.query(script).then(
      () => undefined,
      (error: unknown) => {
        const isLocked = error instanceof DatabaseError && LOCKED.has(error.code ?? '');
        if (!isLocked || Date.now() + pause > deadline) throw error;
        return error;
      },
    );
    // The engine must wait without a timeout for its own lock against concurrent migrations.
    await pool.query('SET lock_timeout TO DEFAULT');
    if (!refused) return;
    await sleep(pause);
  }
}

/** Drops an invalid index, which an interrupted build leaves, before the next build. */
async function dropUnfinishedIndex(pool: Pool, script: string): Promise<void> {
  const name = /^\s*CREATE\s+(?:UNIQUE\s+)?INDEX\s+CONCURRENTLY\s+("?)(\w+)\1\s/i.exec(
    withoutComments(script),
  )?.[2];
  if (name === undefined) return;
  const { rowCount } = await pool.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass(quote_ident($1)) AND NOT indisvalid',
    [name],
  );
  if (rowCount) await pool.query(`DROP INDEX CONCURRENTLY "${name}"`);
}

const withoutComments = (script: string): string => script.replaceAll(/--.*$/gm, '');

/** Lets `queryRaw` return `"char"` columns: reads them as `text`, then sets their type to `Character` in the answer. */
function readCharColumns(queryable: SqlQueryable): void {
  const queryRaw = queryable.queryRaw;
  const { performIO } = queryable as unknown as AdapterInternals;
  queryable.queryRaw = async (query) => {
    const charColumns: number[] = [];
    const performAndNoteCharColumns = async (sent: SqlQuery): Promise<QueryArrayResult> => {
      const result = await performIO.call(queryable, sent);
      result.fields.forEach((field, column) => {
        if (field.dataTypeID !== CHAR_OID) return;
        field.dataTypeID = TEXT_OID;
        charColumns.push(column);
      });
      return result;
    };
    const caller: unknown = Object.create(queryable, { performIO: { value: performAndNoteCharColumns } });
    const answer = await queryRaw.call(caller as SqlQueryable, query);
    for (const column of charColumns) answer.columnTypes[column] = ColumnTypeEnum.Character;
    return answer;
  };
}
