import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from '@prisma/driver-adapter-utils';
import { Pool, type QueryArrayResult } from 'pg';

/** Type ids of Postgres: `"char"` holds one byte in the system catalogues; `text` is what the adapter can read. */
const CHAR_OID = 18;
const TEXT_OID = 25;

/** The part of the adapter's own classes that is wrapped here; its published types leave it out. */
interface AdapterInternals {
  performIO(query: SqlQuery): Promise<QueryArrayResult>;
  onError(error: unknown): never;
}

/**
 * The pg driver adapter made fit for migrations, which differ from an application's queries in three ways:
 * the engine reads catalogue columns of the type `"char"`; a migration is one script that may hold functions, so it
 * must not be cut at its semicolons; and what one script sets must hold for the next, so there is one connection.
 */
export function createMigrationAdapterFactory(databaseUrl: string): SqlMigrationAwareDriverAdapterFactory {
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connectAdapter(databaseUrl),
    connectToShadowDb: async () => {
      const name = `prisma_migrate_shadow_${crypto.randomUUID()}`;
      await runStatement(databaseUrl, `CREATE DATABASE "${name}"`);
      const dropDatabase = () => runStatement(databaseUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
      return connectAdapter(withDatabaseName(databaseUrl, name), dropDatabase);
    },
  };
}

/** The same server and account, another database. */
export function withDatabaseName(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}

/** Runs one statement on a connection of its own. */
export async function runStatement(databaseUrl: string, statement: string): Promise<void> {
  const pool = createPool(databaseUrl);
  try {
    await pool.query(statement);
  } finally {
    await pool.end();
  }
}

function createPool(databaseUrl: string): Pool {
  return new Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: 10_000,
    // The adapter reads timestamps as if they were UTC.
    onConnect: async (connection) => {
      await connection.query("SET timezone TO 'UTC'");
    },
  });
}

async function connectAdapter(
  databaseUrl: string,
  afterwards?: () => Promise<void>,
): Promise<SqlDriverAdapter> {
  const pool = createPool(databaseUrl);
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
      await pool.query(script);
    } catch (error) {
      internals.onError(error);
    }
  };
  adapter.dispose = async () => {
    await pool.end();
    await afterwards?.();
  };
  return adapter;
}

/** Lets `queryRaw` answer `"char"` columns: read as text, declared as what they are. */
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
