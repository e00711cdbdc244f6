import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  expressionBuilder,
  sql,
  type Expression,
  type CompiledQuery,
  type ExpressionBuilder,
  type DatabaseConnection,
  type Driver,
  type RawBuilder,
  type QueryCreator,
  type QueryResult,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { preparedName, type Db, type Transaction } from './client.ts';
import type { Tables } from './tables.ts';

export type TypedSql = Kysely<Tables>;
export type { Expression, ExpressionBuilder, QueryCreator };
export { jsonBuildObject } from 'kysely/helpers/postgres';

/**
 * Returns the query builder for atomic statements and frequent queries. Names and types come from the schema, so that
 * an old name of a column does not compile (decision 56). A statement runs in the given transaction or on the pool.
 */
export function typedSql(place: Db): TypedSql {
  const known = builders.get(place);
  if (known) return known;
  const made = builder(() => new PlaceDriver(place)).withPlugin(columnNames);
  builders.set(place, made);
  return made;
}

/** A cache, because each statement would otherwise create a builder. */
const builders = new WeakMap<Db, TypedSql>();

function builder(createDriver: () => Driver): TypedSql {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver,
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** Columns whose names are older than those of their fields. Renaming them would break the previous release. */
const columnOf: Record<string, string> = {
  authenticatedAt: 'proved_at',
  cardNotifiedFor: 'card_told_for',
  deletionRequestedAt: 'leaving_at',
  dependsOnIdp: 'on_word_of',
  factorAddedAt: 'strong_since',
  graceNotifiedFor: 'grace_told_for',
  mailRequestedAt: 'mail_asked_at',
  notifiedAt: 'told_at',
  requestedAt: 'asked_at',
  stepUpDependsOnIdp: 'step_up_on_word_of',
  transferId: 'hand_over_id',
  transferredAt: 'handed_over_at',
  trustedUntil: 'second_factor_until',
};
const fieldOf = Object.fromEntries(Object.entries(columnOf).map(([field, column]) => [column, field]));

class ColumnNames extends CamelCasePlugin {
  override snakeCase(field: string): string {
    return columnOf[field] ?? super.snakeCase(field);
  }

  override camelCase(column: string): string {
    return fieldOf[column] ?? super.camelCase(column);
  }
}

export const columnNames = new ColumnNames({ maintainNestedObjectKeys: true });

class PlaceDriver extends DummyDriver {
  readonly #connection: DatabaseConnection;

  constructor(place: Db) {
    super();
    this.#connection = {
      executeQuery: <Row>(query: CompiledQuery) =>
        '$executeRawUnsafe' in place ? onPrisma<Row>(place, query) : onConnection<Row>(place, query),
      streamQuery: notHere,
    };
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }

  /** All statements of a transaction must use its connection (decision 49), so Kysely must not begin one. */
  override beginTransaction = notHere;
}

function notHere(): never {
  throw new Error('Begin a transaction with prisma.$transaction or inTransaction.');
}

async function onConnection<Row>(
  connection: Pool | PoolClient,
  { sql: text, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  const { rows, rowCount } = await connection.query({
    name: preparedName(text),
    text,
    values: [...parameters],
  });
  return { rows, numAffectedRows: BigInt(rowCount ?? 0) };
}

async function onPrisma<Row>(
  transaction: Transaction,
  { query, sql: text, parameters }: CompiledQuery,
): Promise<QueryResult<Row>> {
  if (query.kind === 'SelectQueryNode' || ('returning' in query && query.returning))
    return { rows: await transaction.$queryRawUnsafe<Row[]>(text, ...parameters) };
  const count = await transaction.$executeRawUnsafe(text, ...parameters);
  return { rows: [], numAffectedRows: BigInt(count) };
}

export const detached = builder(() => new DummyDriver());

/** The database's time at the start of the transaction. */
export const now = (): RawBuilder<Date> => sql<Date>`now()`;

export const ago = (span: Span): RawBuilder<Date> => sql<Date>`(now() - ${interval(span)})`;

export const ahead = (span: Span): RawBuilder<Date> => sql<Date>`(now() + ${interval(span)})`;

type Span = { seconds?: number; minutes?: number; hours?: number; days?: number };

const interval = ({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Span) =>
  sql`make_interval(secs => ${seconds + 60 * (minutes + 60 * (hours + 24 * days))})`;

/** The database's current time. Unlike `now()`, it advances during a transaction. */
export const clockTime = (): RawBuilder<Date> => sql<Date>`clock_timestamp()`;

export const later = <Time extends Date | null>(time: Expression<Time>, span: Span): RawBuilder<Time> =>
  sql<Time>`(${time} + ${interval(span)})`;

export const secondsBetween = (from: Expression<Date>, to: Expression<Date | null>): RawBuilder<number> =>
  sql<number>`extract(epoch FROM ${to} - ${from})::float8`;

export const wholeSecondsBetween = (from: Expression<Date>, to: Expression<Date>): RawBuilder<number> =>
  sql<number>`ceil(extract(epoch FROM ${to} - ${from}))::int`;

/** Selects a condition as a column. Null becomes false. */
export const flag = (condition: Expression<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce(${condition}, false)`;

/** In an upsert: whether the row was inserted, not updated. */
export const wasInserted = (): RawBuilder<boolean> => sql<boolean>`(xmax = 0)`;

export const expression = expressionBuilder<Tables, keyof Tables>();

export const cast = <Value>(value: Expression<Value>, type: SqlType): RawBuilder<Value> =>
  sql<Value>`${value}::${sql.raw(type)}`;

type SqlType = 'bool' | 'text' | 'text[]' | 'timestamptz' | 'uuid';
